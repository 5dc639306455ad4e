import type { ClientRequest, IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { serviceError } from '../../src-shared/api/errors.ts'
import { operationFacts } from '../../src-shared/api/operation-facts.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import type { Log } from '../log.ts'
import { sendError } from './answers.ts'
import {
  connectMs,
  type Forwarded,
  headersOf,
  type OtherNode,
  sendToNode,
  whenConnected,
} from './node-request.ts'
import { keepStopping } from './stop-at-node.ts'

/** A request that another node is answering. */
export interface Relayed {
  /** See `Forwarder.forward`. */
  readonly outcome: Promise<'answered' | 'not_sent'>
  /** Ends it if it would not end by itself in time, see `Forwarder.stop`. */
  end(): void
}

/** Sends a request to another node, and streams its answer to the client. */
export function relay(
  node: OtherNode,
  forwarded: Forwarded,
  options: {
    /** How often to check that the node is alive, in ms. */
    readonly beatMs: number
    readonly isLive: () => Promise<boolean>
    /** The operation that stops this one while it waits for a person; null when it ends soon by itself. */
    readonly stopName: OperationName | null
    readonly onNotReached: (error: Error) => void
    readonly log: Log
  },
): Relayed {
  const { request, reply, name } = forwarded
  const { raw } = reply
  const asked = sendToNode(node, forwarded)
  let isSent = false
  let isAnswered = false
  let isOver = false
  let endStopping: (() => void) | undefined
  let resolve: (outcome: 'answered' | 'not_sent') => void = () => undefined
  const outcome = new Promise<'answered' | 'not_sent'>((resolveOutcome) => {
    resolve = resolveOutcome
  })

  const over = (known: 'answered' | 'not_sent') => {
    isOver = true
    clearTimeout(notReached)
    clearInterval(lookAfter)
    raw.off('close', onHangUp)
    endStopping?.()
    resolve(known)
  }
  const onHangUp = () => {
    if (!raw.writableFinished) asked.destroy()
  }
  const notReached = setTimeout(() => asked.destroy(new Error('no connection in time')), connectMs)
  const lookAfter = setInterval(() => void destroyIfDead(asked, options.isLive), options.beatMs)

  /** Called when the node may have received the request, and its answer, or the rest of it, is missing. */
  const lost = (error: Error) => {
    const isClientThere = !raw.destroyed && !raw.writableEnded
    if (isClientThere) {
      const fields = { request_id: request.id, node: node.url, reason: error.message }
      options.log.warn(fields, 'http.forwarded_answer_lost')
    }
    if (isClientThere && !isAnswered) sendError(request, reply, answerLost())
    else {
      if (!isAnswered) reply.hijack()
      if (!raw.writableEnded) raw.destroy()
    }
    over('answered')
  }

  raw.once('close', onHangUp)
  whenConnected(asked, () => {
    isSent = true
    clearTimeout(notReached)
  })
  asked.once('error', (error) => {
    asked.on('error', () => undefined)
    // The answer emits its own error.
    if (isAnswered) return
    if (isSent || raw.destroyed) return lost(error)
    options.onNotReached(error)
    over('not_sent')
  })
  asked.once('response', (answer) => {
    // Every node sends this header; an answer without it is not from a node.
    if (answer.headers['api-version'] === undefined) {
      asked.destroy(new Error('the answer is of no node of this service'))
      return
    }
    isAnswered = true
    answer.once('error', lost)
    answer.once('end', () => over('answered'))
    streamAnswer(answer, reply)
  })

  return {
    outcome,
    end() {
      if (isOver) return
      if (operationFacts[name].stream === true) {
        asked.destroy()
        if (isAnswered) raw.end()
        else raw.destroy()
      } else if (options.stopName !== null) endStopping ??= keepStopping(node, forwarded, options.stopName)
    },
  }
}

/** If the look-up fails, it is repeated at the next beat. */
const destroyIfDead = (asked: ClientRequest, isLive: () => Promise<boolean>): Promise<void> =>
  isLive().then(
    (alive) => void (alive || asked.destroy(new Error('no sign of life'))),
    () => undefined,
  )

const notAnswered: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

function streamAnswer(answer: IncomingMessage, reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(answer.statusCode ?? 500, {
    ...definedOf(reply.getHeaders()),
    ...headersOf(answer.headers, notAnswered),
  })
  answer.pipe(reply.raw)
}

const definedOf = (headers: ReturnType<FastifyReply['getHeaders']>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number | string[]
  >

/** The outcome is unknown: the request may or may not have been carried out. */
const answerLost = () =>
  serviceError(
    'internal',
    'The node of the service that this terminal is connected to did not answer. The command may have been executed, or may still be running. Check the payment intent or the terminal before you try again.',
  )
