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

/** @param {string} path where the server begins it @param {(intent: string, token: string) => Promise<string>} finish */
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

element('buy').onclick = () =>
  collect('/buy', async (intent, token) => {
    const { ok, status, failure } = await ask('/pay', { intent, token })
    if (ok && (status === 'captured' || status === 'pending'))
      return 'Thank you! Your beans are on their way.'
    return `That did not work: ${failure ?? 'please try again'}. Nothing was charged.`
  })
element('save').onclick = () => {
  element('pay').textContent = 'Save'
  return collect('/save', async () => 'Your card is saved for next time.')
}
