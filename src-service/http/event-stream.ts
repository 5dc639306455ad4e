import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import type { StreamedEvent } from './handler.ts'

/** Proxies end connections that are silent for a minute or so. */
const heartbeatMs = 15_000
/** How long a client that was cut off should wait before it comes again. */
const retryMs = 1_000
/** A client that does not read is let go: it reads the state anew when it returns. */
const mostUnread = 1_048_576

/** The streams that are open, so that a stop can end them: they would never end by themselves. */
export interface EventStreams {
  /** Answers with server-sent events until the client leaves, the events end, or the service stops. */
  serve(
    request: FastifyRequest,
    reply: FastifyReply,
    events: AsyncIterable<StreamedEvent<unknown>>,
  ): Promise<void>
  endAll(): void
}

export function createEventStreams(log: Log): EventStreams {
  const open = new Set<() => void>()
  return {
    async serve(request, reply, events) {
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
      const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
      const leave = () => void iterator.return?.()
      const end = () => {
        leave()
        raw.end()
      }
      open.add(end)
      raw.once('close', leave)
      try {
        for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
          if (raw.destroyed || raw.writableEnded || raw.writableLength > mostUnread) break
          raw.write(`id: ${next.value.id}\ndata: ${JSON.stringify(next.value.data)}\n\n`)
        }
      } catch (error) {
        log.error({ err: error, request_id: request.id }, 'http.event_stream_failed')
      } finally {
        clearInterval(heartbeat)
        open.delete(end)
        end()
      }
    },
    endAll: () => {
      for (const end of open) end()
    },
  }
}
