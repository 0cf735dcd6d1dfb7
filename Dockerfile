FROM python:3.11-slim

WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY bot bot
COPY cogs cogs
RUN pip install --no-cache-dir . \
    && useradd --create-home --uid 1000 cards \
    && mkdir data \
    && chown -R cards data engine/ai

USER cards
# What computers think with is compiled once, here, and what pictures are made of is drawn: half a minute and some seconds
# that no start of the image takes. Fonts and palettes are in the package, the drawn cards in /home/cards/.cache.
RUN python -m engine.ai && python -m bot.pictures
# The database lives here; mount a volume to keep it.
VOLUME /app/data
CMD ["python", "-m", "bot"]
