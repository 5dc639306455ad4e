import { render } from 'preact'
import type { TokenOptions } from '../../../src-shared/api/schemas/token.ts'
import { chooseLanguage } from '../../../src-shared/language.ts'
import { fieldOfParam } from '../../components/payment-details.ts'
import { wordsIn } from '../../i18n/words.ts'
import type { PaymentElementChange, PaymentElementError, TokenizeResult } from '../countertop.d.ts'
import { type Connect, type FromFields, readFrameHash, type ToFields } from '../messages.ts'
import { dress } from './appearance.ts'
import { FieldsForm, type FormHandle } from './fields-form.tsx'
import { createTokenApi } from './token-api.ts'

// The fields in a frame of the service's origin, in a shop's page. ../messages.ts defines the messages between them.

const place = document.getElementById('fields')
if (place === null) throw new Error('index.html has no #fields')
const framed = window.parent === window ? null : readFrameHash(location.hash)
if (framed !== null) waitForShop(framed, place)

/** Accepts one message: from the surrounding page, with the origin and channel that the address names. */
function waitForShop({ origin, channel }: { origin: string; channel: string }, root: HTMLElement): void {
  const take = ({ source, origin: sender, data, ports: [port] }: MessageEvent<Connect | null>) => {
    if (source !== window.parent || sender !== origin || port === undefined) return
    if (data?.countertop !== 1 || data.channel !== channel) return
    window.removeEventListener('message', take)
    void show(data, port, root)
  }
  window.addEventListener('message', take)
}

async function show(connect: Connect, port: MessagePort, root: HTMLElement): Promise<void> {
  const send = (message: FromFields) => port.postMessage(message)
  const words = wordsIn(chooseLanguage([connect.locale, ...navigator.languages]))
  document.documentElement.lang = words.language
  dress(document.documentElement, connect.appearance)
  const api = createTokenApi(connect)
  new ResizeObserver(() => send({ type: 'height', pixels: root.offsetHeight })).observe(root)

  const options = await api.options()
  if (!options.ok) return send({ type: 'failed', error: errorOf(options.error) })
  let handle: FormHandle | undefined
  const onChange = (change: PaymentElementChange) => send({ type: 'change', change })
  const draw = (known: TokenOptions, disabled: boolean) =>
    render(
      <FieldsForm
        words={words}
        options={known}
        disabled={disabled}
        onHandle={(current) => {
          handle = current
        }}
        onChange={onChange}
        onEnter={() => send({ type: 'enter' })}
      />,
      root,
    )

  let running = false
  const tokenize = async (details: ToFields & { type: 'tokenize' }): Promise<TokenizeResult> => {
    if (running) return { error: { code: 'busy', message: 'A token is already being created.' } }
    const typed = handle?.read() ?? null
    if (typed === null) return { error: incomplete }
    const { billingDetails } = details
    const billing_details = { ...billingDetails, ...typed.billing_details }
    running = true
    draw(options.value, true)
    const answer = await api.tokenize({ ...typed, billing_details })
    running = false
    draw(options.value, false)
    if (answer.ok) return { token: answer.value }
    const fields = answer.error.params.flatMap((param) => fieldOfParam(param) ?? [])
    if (fields.length > 0) handle?.refuse(fields)
    return { error: errorOf(answer.error) }
  }
  port.onmessage = async ({ data }: MessageEvent<ToFields>) => {
    if (data.type === 'forget') render(null, root)
    else send({ type: 'tokenized', id: data.id, result: await tokenize(data) })
  }
  draw(options.value, false)
  send({ type: 'ready' })
}

const incomplete: PaymentElementError = {
  code: 'incomplete',
  message: 'Some entries are missing or invalid. The fields show which.',
}

const errorOf = ({ code, message, param }: PaymentElementError): PaymentElementError => ({
  code,
  message,
  ...(param === undefined ? {} : { param }),
})
