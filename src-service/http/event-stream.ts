import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import type { Log } from '../log.ts'
import type { StreamedEvent } from './handler.ts'

/** Proxies end connections that are silent for a minute or so. */
const heartbeatMs = 15_000
/** How long a client that was cut off should wait before it comes again. */
const retryMs = 1_000
/** A client that does not read is let go: it reads the state anew when it returns. */
const mostUnread = 1_048_576
/** Streams at once: more counters than a key has, keys than a tenant makes, and sockets than one service holds. */
const mostOfKey = 100
const mostOfTenant = 500
const mostInAll = 1_000

/** The streams that are open. They would never end by themselves: a stop ends them, and so does a revoked key. */
export interface EventStreams {
  /** Takes a place for one stream, to be released when it is over or was never opened. */
  reserve(caller: Caller): Result<StreamPlace, ServiceError>
  /** Ends the streams whose callers may no longer follow. */
  recheck(): void
  endAll(): void
}

export interface StreamPlace {
  /**
   * Answers with server-sent events until the client leaves, the events end, the service stops, or `mayFollow` is no
   * longer so: it is asked before each event.
   */
  serve(request: FastifyRequest, reply: FastifyReply, events: Events, mayFollow: MayFollow): Promise<void>
  release(): void
}

type Events = AsyncIterable<StreamedEvent<unknown>>
type MayFollow = () => boolean | Promise<boolean>

interface OpenStream {
  readonly end: () => void
  readonly recheck: () => void
}

export function createEventStreams(log: Log): EventStreams {
  const open = new Set<OpenStream>()
  const places: Caller[] = []

  const serve: StreamPlace['serve'] = async (request, reply, events, mayFollow) => {
    const iterator = events[Symbol.asyncIterator]()
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write(`: connected\nretry: ${retryMs}\n\n`)
    const leave = () => void iterator.return?.()
    const end = () => {
      leave()
      raw.end()
    }
    const recheck = () => {
      // What cannot be looked up now is asked again at the next heartbeat.
      Promise.resolve(mayFollow()).then(
        (may) => (may ? undefined : end()),
        () => undefined,
      )
    }
    const heartbeat = setInterval(() => {
      raw.write(': still here\n\n')
      recheck()
    }, heartbeatMs)
    const stream: OpenStream = { end, recheck }
    open.add(stream)
    raw.once('close', leave)
    try {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
        if (raw.destroyed || raw.writableEnded || raw.writableLength > mostUnread) break
        if (!(await mayFollow())) break
        raw.write(`id: ${next.value.id}\ndata: ${JSON.stringify(next.value.data)}\n\n`)
      }
    } catch (error) {
      log.error({ err: error, request_id: request.id }, 'http.event_stream_failed')
    } finally {
      clearInterval(heartbeat)
      open.delete(stream)
      end()
    }
  }

  return {
    reserve(caller) {
      const ofTenant = places.filter(({ tenantId }) => tenantId === caller.tenantId)
      const ofKey = ofTenant.filter(({ keyId }) => keyId === caller.keyId)
      if (places.length >= mostInAll || ofTenant.length >= mostOfTenant || ofKey.length >= mostOfKey) {
        return err(tooManyStreams())
      }
      const place = { ...caller }
      places.push(place)
      return ok({
        serve,
        release() {
          const index = places.indexOf(place)
          if (index !== -1) places.splice(index, 1)
        },
      })
    },
    recheck() {
      for (const stream of [...open]) stream.recheck()
    },
    endAll: () => {
      for (const { end } of [...open]) end()
    },
  }
}

const tooManyStreams = (): ServiceError =>
  serviceError('rate_limited', 'Too many event streams are open. Close those that are not needed.', {
    retryAfter: 5,
  })
