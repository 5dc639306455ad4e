import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import type { Log } from '../log.ts'
import type { StreamedEvent } from './handler.ts'

/** Interval of heartbeats, in ms: proxies close connections that are silent for about a minute. */
const heartbeatMs = 15_000
/** How long a disconnected client should wait before it reconnects, in ms. */
const retryMs = 1_000
/** Maximum unread bytes; a client with more is disconnected, and reads the current state when it reconnects. */
const mostUnread = 1_048_576
/** Maximum number of simultaneous streams per key, per tenant and in total. */
const mostOfKey = 100
const mostOfTenant = 500
const mostInAll = 1_000

/** The open streams. They do not end by themselves: a shutdown or a revoked key ends them. */
export interface EventStreams {
  /** Reserves a place for one stream; the caller releases it when the stream has ended or was not opened. */
  reserve(caller: Caller): Result<StreamPlace, ServiceError>
  /** Ends the streams whose callers are no longer allowed to follow. */
  recheck(): void
  endAll(): void
}

export interface StreamPlace {
  /**
   * Sends server-sent events until the client disconnects, the events end, the service stops, or `mayFollow`, which is
   * called before each event, returns false.
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
    /** A write after the end would be an error without a listener, which ends the process. */
    const hasEnded = () => raw.destroyed || raw.writableEnded
    const recheck = () => {
      // If the look-up fails, it is repeated at the next heartbeat.
      Promise.resolve(mayFollow()).then(
        (may) => (may ? undefined : end()),
        () => undefined,
      )
    }
    const heartbeat = setInterval(() => {
      if (hasEnded()) return
      raw.write(': still here\n\n')
      recheck()
    }, heartbeatMs)
    const stream: OpenStream = { end, recheck }
    open.add(stream)
    raw.once('close', leave)
    try {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
        if (hasEnded() || raw.writableLength > mostUnread) break
        // The stream may end during the look-up.
        if (!(await mayFollow()) || hasEnded()) break
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
  serviceError('rate_limited', 'Too many event streams are open. Close the ones that you do not need.', {
    retryAfter: 5,
  })
