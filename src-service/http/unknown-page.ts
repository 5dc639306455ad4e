import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../src-shared/language.ts'
import { preferredLanguage } from './preferred-language.ts'

interface Words {
  readonly title: string
  readonly text: string
  readonly developers: string
  readonly reference: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'There is no page at this address',
    text: 'If you came by a link in a message, a part of it may be missing. Open the link again from the message, or ask whoever sent it for a new one.',
    developers: 'Are you integrating with the API?',
    reference: 'API reference',
  },
  es: {
    title: 'No hay ninguna página en esta dirección',
    text: 'Si llegó con un enlace de un mensaje, puede que le falte una parte. Ábralo de nuevo desde el mensaje, o pida uno nuevo a quien se lo envió.',
    developers: '¿Está integrando la API?',
    reference: 'Referencia de la API (en inglés)',
  },
  fr: {
    title: 'Il n’y a pas de page à cette adresse',
    text: 'Si un lien reçu dans un message vous a mené ici, il en manque peut-être une partie. Ouvrez-le de nouveau depuis le message, ou demandez-en un nouveau à la personne qui vous l’a envoyé.',
    developers: 'Vous intégrez l’API\u00a0?',
    reference: 'Référence de l’API (en anglais)',
  },
}

const css = `:root{color-scheme:light dark;--ground:#ebeff4;--card:#fff;--ink:#0e141b;--soft:#414d5a;--line:#cdd5de;--link:#1c3fb8}
@media (prefers-color-scheme:dark){:root{--ground:#0a0e13;--card:#131a22;--ink:#f2f5f8;--soft:#b8c2cd;--line:#2c3743;--link:#a8beff}}
*{box-sizing:border-box}
body{margin:0;padding:16vh 16px 32px;font:18px/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--ground)}
main{max-width:32rem;margin:0 auto;padding:clamp(20px,5vw,40px);text-align:center;text-wrap:balance;background:var(--card);border:1px solid var(--line);border-radius:20px}
h1{margin:0 0 16px;font-size:1.625rem;line-height:1.2}
p{margin:0}
p+p{margin-top:20px;padding-top:20px;border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem;text-wrap:wrap}
a{color:var(--link);white-space:nowrap}`
const styleHash = createHash('sha256').update(css).digest('base64')

/** Whether a browser asks for a page to show; programs ask for anything, or for JSON. */
export const asksForPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

/** Sends a person the news that the address is unknown, in their language. The address is not repeated: it may hold a secret. */
export function sendUnknownPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = preferredLanguage(request.headers['accept-language'])
  const { title, text, developers, reference } = words[language]
  return reply
    .code(404)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      vary: 'accept, accept-language',
      // Already set (server.ts), except for a URL that could not be decoded.
      'x-request-id': request.id,
    })
    .send(`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${title}</title><style>${css}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p>${developers} <a href="/docs">${reference}</a></p></main></body></html>`)
}
