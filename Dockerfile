# mhclient in a container. The store and everything written are in /work:
#   docker build -t mhclient .
#   docker run --rm -it -e OPENAI_API_KEY -v "$PWD:/work" mhclient run exam.xlsx --model openai:gpt-5 --max-cost 5
# What is installed is named by its hash in requirements.lock. So is the base image where its digest is given:
#   docker build --build-arg PYTHON=python:3.13-slim@sha256:… -t mhclient .
ARG PYTHON=python:3.13-slim
FROM ${PYTHON} AS build
WORKDIR /source
COPY pyproject.toml requirements.lock README.md LICENSE ./
COPY mhclient mhclient
COPY parsers parsers
COPY benchmark benchmark
COPY cache cache
RUN python -m venv /opt/mhclient \
    && /opt/mhclient/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock \
    && /opt/mhclient/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation .

FROM ${PYTHON}
COPY --from=build /opt/mhclient /opt/mhclient
ENV PATH=/opt/mhclient/bin:$PATH PYTHONUNBUFFERED=1
RUN useradd --create-home --uid 1000 mhclient && install -d -o mhclient /work
USER 1000
WORKDIR /work
ENTRYPOINT ["mhclient"]
CMD ["--help"]
