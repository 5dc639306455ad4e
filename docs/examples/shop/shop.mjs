// A shop that takes a card on its own page, and never sees its number. It needs only Node, no library.
//
//   COUNTERTOP_URL=http://127.0.0.1:8080 COUNTERTOP_PRIVATE_KEY=sk_… COUNTERTOP_PUBLIC_KEY=pk_… \
//   COUNTERTOP_ACCOUNT=acct_… node docs/examples/shop/shop.mjs
//
// The three steps of a payment (section 4.1 of the reference):
//   1. this server creates a payment intent with its private key, and gives its client_secret to the page
//   2. the page mounts Countertop's fields with the public key, and gets a token for the typed data
//   3. this server pays the intent with the token

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

const coffee = { description: 'Coffee beans, 1 kg', amount: 1850 }

/**
 * @param {{ service: string, privateKey: string, publicKey: string, account: string, port?: number }} options
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startShop({ service, privateKey, publicKey, account, port = 0 }) {
  /** Calls the service with the private key, which only a server may have. */
  const call = async (path, body, headers = {}) => {
    const answer = await fetch(new URL(path, service), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-api-key': privateKey,
        'x-account-id': account,
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }

  /** The browser checks with the hash in the manifest that this service was built with this script. */
  const sdkTag = async () => {
    const answer = await fetch(new URL('/sdk/v1/manifest.json', service))
    const { files } = await answer.json()
    const { path, integrity } = files['countertop.js']
    return `<script src="${new URL(path, service)}" integrity="${integrity}" crossorigin="anonymous" defer></script>`
  }

  const routes = {
    'GET /': async () => ({
      type: 'text/html; charset=utf-8',
      text: (await readFile(new URL('shop.html', import.meta.url), 'utf8')).replace(
        '<!-- sdk -->',
        await sdkTag(),
      ),
    }),
    'GET /shop.js': async () => ({
      type: 'text/javascript; charset=utf-8',
      text: await readFile(new URL('shop-page.js', import.meta.url), 'utf8'),
    }),
    'GET /shop.css': async () => ({
      type: 'text/css; charset=utf-8',
      text: await readFile(new URL('shop.css', import.meta.url), 'utf8'),
    }),
    // This server knows the item and its price: it does not take them from the page.
    'POST /buy': async () => {
      const { status, body } = await call('/payment_intents', {
        amount: coffee.amount,
        description: coffee.description,
        payment_method_types: ['card', 'bank'],
      })
      return json(status, { id: body.id, clientSecret: body.client_secret, apiKey: publicKey })
    },
    'POST /pay': async ({ intent, token }) => {
      const path = `/payment_intents/${encodeURIComponent(String(intent))}/payments`
      // One key for each intent and token: it is paid once, even if this is sent several times.
      const key = createHash('sha256').update(`${intent} ${token}`).digest('hex')
      const { status, body } = await call(
        path,
        { payment_method_id: String(token) },
        { 'x-idempotency-key': key },
      )
      return json(status, outcomeOf(body))
    },
    // The outcome, if the answer was lost or the bank has not decided yet.
    'POST /outcome': async ({ intent }) => {
      const { status, body } = await call(`/payment_intents/${encodeURIComponent(String(intent))}`)
      return json(status, outcomeOf(body))
    },
    // A card for later: the bank validates it, and nothing is charged.
    'POST /save': async () => {
      const { status, body } = await call('/payment_method_intents', { validate: true })
      return json(status, { id: body.id, clientSecret: body.client_secret, apiKey: publicKey })
    },
  }

  // Only this shop and its payment service are allowed: the SDK needs script-src and frame-src.
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    `frame-src ${service}`,
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

  const server = createServer(async (request, response) => {
    const route = routes[`${request.method} ${request.url}`]
    try {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      const sent = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
      const { status = 200, type, text } = route === undefined ? json(404, {}) : await route(sent)
      response.writeHead(status, {
        'content-type': type,
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      response.end(text)
    } catch (error) {
      console.error(error)
      response.writeHead(502, { 'content-type': 'application/json' }).end('{}')
    }
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const outcomeOf = (intent) => ({
  status: intent.status,
  isTried: (intent.latest_payment ?? null) !== null,
  failure: intent.latest_payment?.failure_message ?? null,
})

const json = (status, body) => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
})

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { COUNTERTOP_URL, COUNTERTOP_PRIVATE_KEY, COUNTERTOP_PUBLIC_KEY, COUNTERTOP_ACCOUNT, PORT } =
    process.env
  if (!COUNTERTOP_URL || !COUNTERTOP_PRIVATE_KEY || !COUNTERTOP_PUBLIC_KEY || !COUNTERTOP_ACCOUNT) {
    console.error('Set COUNTERTOP_URL, COUNTERTOP_PRIVATE_KEY, COUNTERTOP_PUBLIC_KEY and COUNTERTOP_ACCOUNT.')
    process.exit(1)
  }
  const { url } = await startShop({
    service: COUNTERTOP_URL,
    privateKey: COUNTERTOP_PRIVATE_KEY,
    publicKey: COUNTERTOP_PUBLIC_KEY,
    account: COUNTERTOP_ACCOUNT,
    port: Number(PORT ?? 4242),
  })
  console.log(`The shop is open at ${url}`)
}
