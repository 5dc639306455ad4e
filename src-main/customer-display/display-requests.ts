import type { IpcMain } from 'electron'
import { z } from 'zod'
import { amountSchema } from '../../src-shared/api/schemas/common.ts'
import {
  type DisplaySnapshot,
  displayChannels,
} from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { signatureSchema } from '../../src-shared/pos/sale/signature-picture.ts'
import type { Log } from '../log.ts'
import { isDisplayPage, type Sender } from '../security/sender.ts'

/** The requests that the customer's display can send to main; it can reach nothing else of the counter. */
export interface DisplayRequests {
  snapshot(): DisplaySnapshot
  chooseTip(prompt: string, tip: number): boolean
  sign(prompt: string, signature: string): boolean
  picture(index: number): Promise<string | null>
}

const prompt = z.string().min(1).max(64)
const tipSchema = z.tuple([prompt, amountSchema])
const signSchema = z.tuple([prompt, signatureSchema])
const pictureSchema = z.tuple([z.number().int().min(0).max(1_000)])

/** Opens a channel for each request, and checks sender and payload. */
export function answerDisplay(ipcMain: Pick<IpcMain, 'handle'>, requests: DisplayRequests, log: Log): void {
  function on<Payload extends readonly unknown[], Reply>(
    channel: string,
    schema: z.ZodType<Payload>,
    otherwise: Reply,
    answer: (...payload: Payload) => Reply | Promise<Reply>,
  ): void {
    ipcMain.handle(channel, (event: Sender, ...given: unknown[]) => {
      if (!isDisplayPage(event)) {
        log.warn({ channel, origin: event.senderFrame?.origin }, 'customer_display.foreign_sender')
        return otherwise
      }
      const payload = schema.safeParse(given)
      return payload.success ? answer(...payload.data) : otherwise
    })
  }
  on(displayChannels.get, z.tuple([]), null, () => requests.snapshot())
  on(displayChannels.chooseTip, tipSchema, false, (...given) => requests.chooseTip(...given))
  on(displayChannels.sign, signSchema, false, (...given) => requests.sign(...given))
  on(displayChannels.picture, pictureSchema, null, (index) => requests.picture(index))
}
