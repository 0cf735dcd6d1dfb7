"""The care of a database: claims, migrations, backups, and looking whether it is sound."""
