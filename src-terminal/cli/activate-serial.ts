import { err, ok, type Result } from '../../src-shared/result.ts'
import {
  type SerialFromTerminal,
  type SerialToTerminal,
  serialToTerminalSchema,
} from '../../src-shared/terminal/serial.ts'
import { type Activated, activateBy, notGenuine } from '../link/activate.ts'
import { openSerialFrames } from './serial-frames.ts'

/** Timeout for the counter's answer and interval between requests, in ms: the counter may not be listening yet. */
const limitMs = 60_000
const askEveryMs = 2_000

type Answer<Type extends SerialToTerminal['type']> = Extract<SerialToTerminal, { type: Type }>

/** Redeems an activation code over the serial line; the counter forwards the exchange and learns no code or key. */
export async function activateOverSerial(
  path: string,
  hsn: string,
  activationCode: string,
): Promise<Result<Activated, string>> {
  const answer = await activateBy<string>(
    {
      begin: (body) => ask(path, { type: 'begin_activation', ...body }, 'activation_begun'),
      finish: (body) => ask(path, { type: 'activate', ...body }, 'activated'),
    },
    { hsn, activationCode },
  )
  return answer.ok || answer.error !== 'not_genuine' ? (answer as Result<Activated, string>) : err(notGenuine)
}

/** Repeats the request until the counter answers. */
const ask = <Type extends 'activation_begun' | 'activated'>(
  path: string,
  frame: SerialFromTerminal,
  wanted: Type,
): Promise<Result<Answer<Type>, string>> =>
  new Promise((resolve) => {
    let reason = 'Nobody answers on the other end'
    let result: Result<Answer<Type>, string> | null = null
    const send = () => frames.ask(frame)
    const finish = (found: Result<Answer<Type>, string>) => {
      result ??= found
      frames.close()
    }
    const frames = openSerialFrames({
      path,
      onOpen: () => send(),
      onFrame(_, value) {
        const answer = serialToTerminalSchema.safeParse(value).data
        if (answer?.type === wanted) finish(ok(answer as Answer<Type>))
        if (answer?.type !== 'not_activated') return
        reason = answer.reason
        if (answer.final) finish(err(answer.reason))
      },
      onEnd(why) {
        clearInterval(asking)
        clearTimeout(patience)
        resolve(result ?? err(why))
      },
    })
    const asking = setInterval(send, askEveryMs)
    const patience = setTimeout(() => finish(err(`${path}: ${reason}.`)), limitMs)
  })
