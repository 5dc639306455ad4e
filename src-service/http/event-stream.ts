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
/** Time for a client to read what was sent before the end, in ms; then its connection is closed. */
const readWithinMs = 30_000
/**
 * Maximum number of simultaneous streams per key, per tenant and in total. When there are as many as possible, a tenant
 * with fewer than another gets a place of the tenant with most: its newest stream ends.
 */
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

interface Place {
  readonly tenantId: string
  readonly keyId: string
  /** Null before the stream is opened, and after it has ended. */
  stream: OpenStream | null
}

export function createEventStreams(log: Log): EventStreams {
  const places: Place[] = []
  const opened = () => places.flatMap(({ stream }) => stream ?? [])

  const release = (place: Place): void => {
    const index = places.indexOf(place)
    if (index !== -1) places.splice(index, 1)
  }

  /** Ends a stream of the tenant that has most, if that is fair. @returns whether there is a free place now */
  function freePlace(ofTenant: number): boolean {
    if (places.length < mostInAll) return true
    const counts = new Map<string, number>()
    for (const { tenantId } of places) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
    const [largest, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))
    const newest = places.findLast(({ tenantId, stream }) => tenantId === largest && stream !== null)
    if (most <= ofTenant + 1 || newest === undefined) return false
    newest.stream?.end()
    release(newest)
    return true
  }

  const serveAt = async (
    place: Place,
    ...[request, reply, events, mayFollow]: Parameters<StreamPlace['serve']>
  ): Promise<void> => {
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
    /** A write after the end would be an error without a listener, which ends the process. */
    const hasEnded = () => raw.destroyed || raw.writableEnded
    const end = () => {
      leave()
      if (hasEnded()) return
      raw.end()
      const cutOff = setTimeout(() => raw.destroy(), readWithinMs)
      cutOff.unref()
      raw.once('close', () => clearTimeout(cutOff))
    }
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
    place.stream = { end, recheck }
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
      place.stream = null
      end()
    }
  }

  return {
    reserve(caller) {
      const ofTenant = places.filter(({ tenantId }) => tenantId === caller.tenantId)
      const ofKey = ofTenant.filter(({ keyId }) => keyId === caller.keyId)
      if (ofTenant.length >= mostOfTenant || ofKey.length >= mostOfKey || !freePlace(ofTenant.length)) {
        return err(tooManyStreams())
      }
      const place: Place = { tenantId: caller.tenantId, keyId: caller.keyId, stream: null }
      places.push(place)
      return ok({ serve: (...stream) => serveAt(place, ...stream), release: () => release(place) })
    },
    recheck() {
      for (const stream of opened()) stream.recheck()
    },
    endAll: () => {
      for (const { end } of opened()) end()
    },
  }
}

const tooManyStreams = (): ServiceError =>
  serviceError('rate_limited', 'Too many event streams are open. Close the ones that you do not need.', {
    retryAfter: 5,
  })
