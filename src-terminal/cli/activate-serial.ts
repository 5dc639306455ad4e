import { err, ok, type Result } from '../../src-shared/result.ts'
import { serialToTerminalSchema } from '../../src-shared/terminal/serial.ts'
import { deviceType } from '../device/device.ts'
import { openSerialFrames } from './serial-frames.ts'

type Activated = Result<{ readonly credential: string; readonly name: string }, string>

/** How long the counter may take to answer, and how often it is asked: it may not be listening yet. ms */
const limitMs = 60_000
const askEveryMs = 2_000

/** Redeems an activation code over the serial line: the counter asks the service for us. */
export const activateOverSerial = (path: string, hsn: string, activationCode: string): Promise<Activated> =>
  new Promise((resolve) => {
    let reason = 'Nobody answers on the other end'
    let result: Activated | null = null
    const ask = () =>
      frames.ask({ type: 'activate', hsn, activation_code: activationCode, device_type: deviceType })
    const finish = (found: Activated) => {
      result ??= found
      frames.close()
    }
    const frames = openSerialFrames({
      path,
      onOpen: () => ask(),
      onFrame(_, value) {
        const answer = serialToTerminalSchema.safeParse(value).data
        if (answer?.type === 'activated') finish(ok({ credential: answer.credential, name: answer.name }))
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
    const asking = setInterval(ask, askEveryMs)
    const patience = setTimeout(() => finish(err(`${path}: ${reason}.`)), limitMs)
  })
