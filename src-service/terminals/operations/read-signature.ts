import { serviceError } from '../../../src-shared/api/errors.ts'
import type { ParsedBody } from '../../../src-shared/api/operations.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import { answerOnce } from '../idempotent-prompt.ts'
import type { CommandNamed } from '../link/gateway.ts'
import { onTerminal } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'

export type SignatureOptions = Pick<
  ParsedBody<'terminals.read_signature'>,
  'gzip_signature' | 'signature_format' | 'signature_image_type' | 'signature_dimensions'
>

/** Section 4.4 with the defaults of docs/terminals.md: a gzipped 1-bit bmp of 480 by 160 pixels. */
export function signatureCommand(prompt: string, options: SignatureOptions): CommandNamed<'read_signature'> {
  const [width = 480, height = 160] = (options.signature_dimensions ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number)
  return {
    name: 'read_signature',
    prompt,
    width,
    height,
    format: options.signature_format ?? 'bmp',
    image_type: options.signature_image_type ?? 'binary',
    gzip: options.gzip_signature ?? true,
  }
}

export const signatureUnsupported = (hsn: string) =>
  serviceError(
    'signature_unsupported',
    `Terminal ${hsn} takes no signatures. Leave include_signature out, or let the customer sign at the POS. Nothing was charged.`,
    { param: 'hsn' },
  )

/** Asks for a signature outside a sale. */
export const readSignature =
  (context: TerminalContext): Handler<'terminals.read_signature'> =>
  ({ caller, body, sessionKey, idempotency }) =>
    answerOnce(context, idempotency, () =>
      onTerminal(context, 'terminals.read_signature', { caller, sessionKey, hsn: body.hsn }, async (run) => {
        if (!run.terminal.document.device_capabilities.signature) return err(signatureUnsupported(body.hsn))
        const signed = await run.send(signatureCommand(body.prompt, body), context.timings.promptMs)
        return signed.ok ? ok({ signature: signed.value.signature }) : err(run.refusal(signed.error))
      }),
    )
