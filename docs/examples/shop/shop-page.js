// The shop's page. It asks its own server for a client secret, mounts the fields, and gives its server the token.

const element = (id) => document.getElementById(id)
const say = (text) => {
  element('message').textContent = text
}

async function ask(path, body = {}) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ok: answer.ok, ...(await answer.json()) }
}

/** @param {string} path starts the payment or the saving on the server @param {(intent: string, token: string) => Promise<string>} finish */
async function collect(path, finish) {
  const { id, clientSecret, apiKey } = await ask(path)
  const form = window.Countertop.createPaymentElement({
    apiKey,
    clientSecret,
    appearance: { variables: { colorPrimary: '#6b3a16', fontFamily: 'Georgia, serif', borderRadius: '8px' } },
  })
  element('start').hidden = true
  element('checkout').hidden = false
  let tokenize
  const submit = () => {
    if (tokenize === undefined || element('pay').disabled) return
    element('pay').disabled = true
    say('One moment…')
    tokenize()
  }
  form.mount('#payment', {
    onReady(whenReady) {
      tokenize = whenReady
      element('pay').disabled = false
    },
    async onSuccess({ token }) {
      const outcome = await finish(id, token)
      form.destroy()
      element('checkout').hidden = true
      say(outcome)
    },
    onSubmit: submit,
    onError({ code, message }) {
      element('pay').disabled = tokenize === undefined
      say(code === 'incomplete' ? 'Please look at the marked fields.' : message)
    },
  })
  element('checkout').onsubmit = (event) => {
    event.preventDefault()
    submit()
  }
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The outcome in words; null while it is not certain. */
function wordsOf({ ok, status, isTried, failure }) {
  if (!ok) return null
  if (status === 'captured' || status === 'pending') return 'Thank you! Your beans are on their way.'
  // No money moves only if the intent is open again after a try, or was cancelled.
  if ((status === 'created' && isTried) || status === 'cancelled')
    return `That did not work: ${failure ?? 'please try again'}. Nothing was charged.`
  return null
}

/** After a lost answer the payment may have been made: asks the shop's server until the outcome is known. */
async function pay(intent, token) {
  const lost = () => ({ ok: false })
  let words = wordsOf(await ask('/pay', { intent, token }).catch(lost))
  while (words === null) {
    say('We are checking your payment. Please do not pay again.')
    await wait(2000)
    const outcome = await ask('/outcome', { intent }).catch(lost)
    // The request never arrived. With the same key it is paid once, even if it arrives twice.
    const isNew = outcome.ok && outcome.status === 'created' && !outcome.isTried
    words = wordsOf(isNew ? await ask('/pay', { intent, token }).catch(lost) : outcome)
  }
  return words
}

element('buy').onclick = () => collect('/buy', pay)
element('save').onclick = () => {
  element('pay').textContent = 'Save'
  return collect('/save', async () => 'Your card is saved for next time.')
}
