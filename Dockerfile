FROM python:3.11-slim

WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY bot bot
COPY cogs cogs
# Where there is no wheel of numba, as with musl or on 32-bit ARM, computers play by rules of thumb, and give no advice.
RUN (pip install --no-cache-dir --only-binary numba,llvmlite '.[fast,postgres]' \
        || (echo "There is no numba for this image: all else is installed without it." \
            && pip install --no-cache-dir '.[postgres]')) \
    && python -m compileall -q engine bot cogs \
    && useradd --create-home --uid 1000 cards \
    && mkdir data \
    && chown -R cards data engine/ai

USER cards
# The kernels of computer players are compiled here, for any processor of this kind, and the parts of pictures are drawn:
# that saves each start more than half a minute. Fonts and palettes are in the package, the cards in /home/cards/.cache.
# Status 4 says that there is no numba to compile with.
RUN (python -m engine.ai || [ $? = 4 ]) && python -m bot.painting
# The database lives here; mount a volume to keep it.
VOLUME /app/data
# The bot writes here how it is, and the health check reads it.
ENV HEARTBEAT_FILE=/tmp/cards-heartbeat
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-m", "bot.heartbeat"]
CMD ["python", "-m", "bot"]
