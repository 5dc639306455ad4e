import { escapeHtml } from './page-parts.ts'

const start = 'npm run -s service -- --port 8080 --data ./data --sandbox | tee ready.json'

const settings = `field() { # prints one field of a JSON answer
  node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"
}
SERVICE=$(field url < ready.json)
KEY=$(field private_key < ready.json)
PUBLIC_KEY=$(field public_key < ready.json)
ACCOUNT=$(field account_id < ready.json)`

const intent = `curl -s "$SERVICE/payment_intents" \\
  -H "x-api-key: $KEY" -H "x-account-id: $ACCOUNT" -H "content-type: application/json" \\
  -d '{"amount": 2500}' | tee intent.json
INTENT=$(field id < intent.json)
SECRET=$(field client_secret < intent.json)`

const token = `curl -s "$SERVICE/tokens" \\
  -H "x-api-key: $PUBLIC_KEY" -H "content-type: application/json" \\
  -d '{
    "client_secret": "'$SECRET'", "payment_method_type": "card",
    "card": {"number": "4242424242424242", "exp_month": "12", "exp_year": "2049", "cvv": "123"}
  }' | tee token.json
TOKEN=$(field id < token.json)`

const payment = `curl -s "$SERVICE/payment_intents/$INTENT/payments" \\
  -H "x-api-key: $KEY" -H "x-account-id: $ACCOUNT" -H "content-type: application/json" \\
  -d '{"payment_method_id": "'$TOKEN'"}'`

const block = (script: string): string => `<pre>${escapeHtml(script)}</pre>`

/** The way from nothing to a captured payment, by commands that run as they stand (tests/contract/guides.test.ts). */
export const firstPayment = `<section id="start"><h2>Your first payment</h2>
<p>In the project’s folder, start a service with its sandbox, in which no money moves. It prints its address, its keys and an
account:</p>${block(start)}
<p>Leave it running, and open a second terminal window in the same folder. The examples on this page use these variables:</p>
${block(settings)}
<p>1. Your server creates a payment intent of $25.00 with the private key:</p>${block(intent)}
<p>2. The card becomes a token, with the public key. On your own page the <a href="/docs/sdk">browser SDK</a> does this, so
that your server never sees a card number:</p>${block(token)}
<p>3. Your server pays the intent with the token:</p>${block(payment)}
<p>The <code>status</code> is <code>captured</code>: the payment is made. With the card 4000 0000 0000 0002 it is declined.
What can come next: <a href="#refundsCreate">refund it</a>, <a href="#checkoutSessionsCreate">send a payment link</a>,
<a href="#webhookEndpointsCreate">receive events</a>, <a href="#terminalsConnect">use a terminal</a>.</p></section>`
