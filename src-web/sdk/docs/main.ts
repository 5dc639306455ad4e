// /docs/sdk: fills this service's addresses into the examples, and in a sandbox shows a form to try.

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`index.html has no #${id}`)
  return found
}
for (const place of document.querySelectorAll('.origin')) place.textContent = location.origin

interface Example {
  readonly api_key: string
  readonly client_secret: string
}

async function showExample(): Promise<void> {
  const answer = await fetch('/docs/sdk/example', { method: 'POST' })
  // A service for real money has no example.
  if (!answer.ok || window.Countertop === undefined) return
  const { api_key, client_secret } = (await answer.json()) as Example
  const form = window.Countertop.createPaymentElement({
    apiKey: api_key,
    clientSecret: client_secret,
    appearance: { theme: 'auto' },
  })
  const outcome = element('outcome')
  const button = element('pay') as HTMLButtonElement
  element('example').hidden = false
  form.mount('#payment', {
    onReady(tokenize) {
      button.disabled = false
      element('form').onsubmit = (event) => {
        event.preventDefault()
        void tokenize()
      }
    },
    onSubmit: () => button.click(),
    onSuccess({ token }) {
      outcome.textContent = `Your page received ${token}, and nothing else.`
    },
    onError({ code, message }) {
      outcome.textContent = `${code}: ${message}`
    },
  })
}

void showExample()
