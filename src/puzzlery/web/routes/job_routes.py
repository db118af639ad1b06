"""Routes for jobs: start long work, follow it, stop it."""

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, TypeAdapter

from puzzlery.web.database import FINISHED, Database, JobRow
from puzzlery.web.jobs.job_models import Job, NewJob, NewSolveJob, StoredSolveRequest
from puzzlery.web.jobs.job_queue import JobQueue

# Seconds between two looks at a job, and between two signs that the stream is alive.
LOOK_SECONDS = 0.1
ALIVE_SECONDS = 10.0
JOB: TypeAdapter[Job] = TypeAdapter(Job)


class EventStream(StreamingResponse):
    """Server-sent events; each has the name `job` and a job as its data.

    >>> EventStream(iter(())).media_type
    'text/event-stream'
    """

    media_type = "text/event-stream"


def job_routes(queue: JobQueue) -> APIRouter:
    """The routes, for the jobs of a queue."""
    routes = APIRouter(prefix="/api/jobs", tags=["jobs"])

    @routes.post("", status_code=201, response_model=Job)
    def start(job: NewJob) -> JobRow:
        """Put work into the queue."""
        return queue.add(job.kind, _stored(job, queue.database).model_dump())

    @routes.get("", response_model=list[Job])
    def jobs() -> list[JobRow]:
        """The latest jobs, the newest first."""
        return queue.database.jobs()

    @routes.get("/{key}", response_model=Job)
    def job(key: str) -> JobRow:
        """One job as it is now."""
        return queue.view(key)

    @routes.get(
        "/{key}/events",
        response_class=EventStream,
        responses={200: {"model": Job, "description": "The job, as the data of each event"}},
    )
    async def events(key: str) -> EventStream:
        """The job whenever it has changed, as server-sent events, until it has ended."""
        queue.view(key)
        return EventStream(_events(queue, key))

    @routes.delete("/{key}", response_model=Job)
    def cancel(key: str) -> JobRow:
        """Stop a job."""
        return queue.cancel(key)

    @routes.delete("/{key}/record", status_code=204)
    def forget(key: str) -> Response:
        """Remove a job that has ended from the list."""
        queue.forget(key)
        return Response(status_code=204)

    return routes


def _stored(job: NewJob, database: Database) -> BaseModel:
    """The request with its defaults, and with the definition of a saved puzzle."""
    if not isinstance(job, NewSolveJob):
        return job.request
    definition = database.puzzle_definition(job.request.puzzle)
    return StoredSolveRequest(**job.request.model_dump(), definition=definition)


async def _events(queue: JobQueue, key: str) -> AsyncIterator[str]:
    sent: JobRow | None = None
    quiet = 0.0
    while True:
        job = queue.view(key)
        if job != sent:
            sent, quiet = job, 0.0
            data = JOB.dump_json(JOB.validate_python(job, from_attributes=True)).decode()
            yield f"event: job\ndata: {data}\n\n"
        if job.status in FINISHED:
            return
        await asyncio.sleep(LOOK_SECONDS)
        quiet += LOOK_SECONDS
        if quiet >= ALIVE_SECONDS:
            quiet = 0.0
            yield ": still here\n\n"
