import { chooseLanguage } from '../../src-shared/language.ts'
import type {
  PaymentElement,
  PaymentElementCallbacks,
  PaymentElementError,
  PaymentElementOptions,
  Tokenize,
  TokenizeResult,
} from './countertop.d.ts'
import { createFrame } from './frame.ts'
import { type Connect, type FromFields, frameHash, type ToFields } from './messages.ts'

/** Timeout for loading the fields, in ms. */
const readyLimitMs = 20_000

const destroyed: PaymentElementError = { code: 'destroyed', message: 'The form was destroyed.' }
const reloaded: PaymentElementError = {
  code: 'reloaded',
  message:
    'The fields were reloaded and are empty now. This happens, for example, when they are moved within the page.',
}

/** @param scriptUrl address of the script; its service provides the fields */
export const sdkOf = (scriptUrl: string) => ({
  createPaymentElement(options: PaymentElementOptions): PaymentElement {
    checkOptions(options)
    let end: (() => void) | undefined
    let used = false
    return {
      mount(place, callbacks = {}) {
        if (used)
          throw new Error('Countertop: a payment element can be mounted only once. Create another one.')
        const parent = typeof place === 'string' ? document.querySelector(place) : place
        if (parent === null)
          throw new Error(`Countertop: there is no element ${String(place)} to mount into.`)
        used = true
        end = mountInto(parent, new URL('fields', scriptUrl), options, callbacks)
      },
      destroy() {
        used = true
        end?.()
        end = undefined
      },
    }
  },
})

/** Refuses at once what would otherwise fail only after the payer has typed. */
function checkOptions({ apiKey, clientSecret }: PaymentElementOptions): void {
  if (/^sk_/.test(apiKey))
    throw new Error('Countertop: a private key (sk_) must never be in a web page. Use the public key (pk_).')
  if (!/^pk_/.test(apiKey)) throw new Error('Countertop: apiKey must be a public key (pk_…).')
  if (!/^\w+_secret_/.test(clientSecret))
    throw new Error(
      'Countertop: clientSecret must be the client_secret that your server received with the intent.',
    )
}

/** @returns a function that removes it */
function mountInto(
  parent: Element,
  fieldsUrl: URL,
  options: PaymentElementOptions,
  { onReady, onSuccess, onChange, onSubmit, onError }: PaymentElementCallbacks,
): () => void {
  const channel = crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-')
  fieldsUrl.hash = frameHash(location.origin, channel)
  const locale = options.locale ?? (document.documentElement.lang || navigator.language)
  const frame = createFrame(fieldsUrl.href, chooseLanguage([locale, ...navigator.languages]))
  const waiting = new Map<number, (result: TokenizeResult) => void>()
  let port: MessagePort | undefined
  let isReady = false
  let last = 0

  const send = (message: ToFields) => port?.postMessage(message)
  const tokenize: Tokenize = (details = {}) =>
    new Promise((resolve) => {
      if (port === undefined) return resolve({ error: destroyed })
      last += 1
      waiting.set(last, resolve)
      const { billingDetails } = details
      send({ type: 'tokenize', id: last, ...(billingDetails === undefined ? {} : { billingDetails }) })
    })
  const settle = (id: number, result: TokenizeResult) => {
    const resolve = waiting.get(id)
    if (resolve === undefined) return
    waiting.delete(id)
    resolve(result)
    if (result.error === undefined) onSuccess?.({ token: result.token })
    else onError?.(result.error)
  }
  const take = (message: FromFields) => {
    switch (message.type) {
      case 'ready':
        if (!isReady) onReady?.(tokenize)
        isReady = true
        break
      case 'height':
        frame.setHeight(message.pixels)
        break
      case 'change':
        onChange?.(message.change)
        break
      case 'enter':
        onSubmit?.()
        break
      case 'failed':
        isReady = true
        onError?.(message.error)
        break
      case 'tokenized':
        settle(message.id, message.result)
    }
  }

  const unreachable = setTimeout(() => {
    if (isReady) return
    onError?.({
      code: 'fields_unreachable',
      message: `The fields of ${fieldsUrl.origin} did not load. Check that your page's content security policy allows frame-src ${fieldsUrl.origin}.`,
    })
  }, readyLimitMs)
  frame.element.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel()
    port?.close()
    // Fields that are moved in the page are reloaded: requests to the previous ones are lost.
    for (const id of [...waiting.keys()]) settle(id, { error: reloaded })
    port = port1
    port1.onmessage = ({ data }: MessageEvent<FromFields>) => take(data)
    const connect: Connect = {
      countertop: 1,
      channel,
      apiKey: options.apiKey,
      clientSecret: options.clientSecret,
      appearance: { theme: themeAt(parent), ...options.appearance },
      locale,
    }
    // Only to that origin: a different document in the frame receives nothing.
    frame.element.contentWindow?.postMessage(connect, fieldsUrl.origin, [port2])
  })
  parent.append(frame.element)

  return () => {
    clearTimeout(unreachable)
    send({ type: 'forget' })
    port?.close()
    port = undefined
    frame.element.remove()
    for (const [id, resolve] of waiting) {
      waiting.delete(id)
      resolve({ error: destroyed })
    }
  }
}

/** A page that does not declare dark colours is light, whatever the payer's system prefers. */
const themeAt = (parent: Element): 'light' | 'dark' | 'auto' => {
  const scheme = getComputedStyle(parent).colorScheme
  if (!scheme.includes('dark')) return 'light'
  return scheme.includes('light') ? 'auto' : 'dark'
}
