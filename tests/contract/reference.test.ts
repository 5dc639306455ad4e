import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceDocuments } from '../../src-service/http/reference/documents.ts'
import { camelCase, pascalCase } from '../../src-service/http/reference/hoist-shapes.ts'
import { openApiDocument } from '../../src-service/http/reference/openapi.ts'
import { replyFields } from '../../src-service/http/reference/reply-fields.ts'
import { replyFieldsOf } from '../../src-service/http/reference/reply-fields-of.ts'
import { errorCodes } from '../../src-shared/api/errors.ts'
import { type OperationName, operationEntries } from '../../src-shared/api/operations.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Each takes a third of a second of CPU time to generate. */
const documents = referenceDocuments()
const document = openApiDocument()

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('the reference for people', () => {
  const exampleOf = async (id: string) => {
    const page = await (await fetch(`${service.url}/docs`)).text()
    const [, after = ''] = page.split(`<article id="${id}">`)
    return (/<pre>(curl[\s\S]*?)<\/pre>/.exec(after)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  }

  test('says where the key goes, and which key each operation needs', async () => {
    const page = await (await fetch(`${service.url}/docs`)).text()
    const [, section = ''] = page.split('<section id="keys">')
    expect(section).toContain('<code>x-api-key</code>')
    for (const access of new Set(operationEntries.map(([, row]) => row.access))) {
      expect(section.split('</section>')[0]).toContain(`<b>${access}</b>`)
    }
  })

  test('has examples with the required parts of a call, and no optional filters', async () => {
    expect(await exampleOf('webhookEndpointsList')).toBe(
      'curl "$SERVICE/webhook_endpoints" \\\n  -H "x-api-key: $KEY"',
    )
    expect(await exampleOf('paymentIntentsCreate')).toContain('"x-account-id: $ACCOUNT"')
    expect(await exampleOf('paymentIntentsGet')).toContain('curl "$SERVICE/payment_intents/$ID"')
    expect(await exampleOf('terminalsEvents')).toContain('/terminals/processor/events?hsn=$HSN"')
    expect(await exampleOf('tokensCreate')).toContain('"x-api-key: $PUBLIC_KEY"')
  })

  test('links every error code to its meaning', async () => {
    const page = await (await fetch(`${service.url}/docs`)).text()
    for (const code of errorCodes) expect(page).toContain(`href="/docs/errors#${code}"`)
  })
})

describe('openapi.json', () => {
  test.each(Object.entries(documents))('%s in docs/api is up to date (npm run api)', (name, text) => {
    expect(text).toBe(readFileSync(join(import.meta.dirname, '../../docs/api', name), 'utf8'))
  })

  test('openapi.json is served as it is committed', async () => {
    const response = await fetch(`${service.url}/openapi.json`)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('openapi.json contains every operation once, with its name, method and path', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${operation['x-operation']} ${method} ${path}`),
    )
    const rows = operationEntries.map(([name, row]) => `${name} ${row.method.toLowerCase()} ${row.path}`)
    expect(described.sort()).toEqual(rows.sort())
  })

  test('openapi.json describes every optional field, or its default', () => {
    const plain =
      /^(contact_\w+|first_name|last_name|name|email|phone|type|status|settlement_status|terms_accepted)$/
    const { schemas } = document.components as {
      schemas: Readonly<
        Record<string, { properties?: Readonly<Record<string, object>>; required?: string[] }>
      >
    }
    const silent = operationEntries.flatMap(([name, { body, sandbox }]) => {
      if (body === undefined || sandbox === true) return []
      const { properties = {}, required = [] } = schemas[`${pascalCase(name)}Body`] ?? {}
      // An object has its own table.
      const isSilent = (shape: object) => !('description' in shape) && !('$ref' in shape)
      return Object.entries(properties)
        .filter(([field, shape]) => isSilent(shape) && !required.includes(field) && !plain.test(field))
        .map(([field]) => `${name} ${field}`)
    })
    expect(silent).toEqual([])
  })

  test('openapi.json describes every field of every reply, and no text describes a field that does not exist', () => {
    const { schemas } = document.components as {
      schemas: Readonly<Record<string, { properties?: Readonly<Record<string, object>> }>>
    }
    const silent = new Set<string>()
    const seen = new Set<string>()
    const look = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      const { $ref } = part as { $ref?: string }
      const name = $ref?.replace('#/components/schemas/', '') ?? ''
      if (!seen.has(name) && schemas[name] !== undefined) {
        seen.add(name)
        for (const [field, shape] of Object.entries(schemas[name].properties ?? {})) {
          // An object has its own table.
          if (!('description' in shape) && !('$ref' in shape)) silent.add(`${name} ${field}`)
        }
        look(schemas[name])
      }
      for (const [key, inner] of Object.entries(part)) if (key !== 'example') look(inner)
    }
    for (const methods of Object.values(document.paths)) {
      for (const { responses } of Object.values(methods)) look(responses)
    }
    look((document.components as { responses: object }).responses)
    expect(seen.size).toBeGreaterThan(100)
    expect([...silent]).toEqual([])
    const unknown = Object.entries(replyFieldsOf).flatMap(([name, fields]) =>
      Object.keys(fields).filter((field) => !(field in (schemas[name]?.properties ?? {}))),
    )
    expect(unknown).toEqual([])
    const all = new Set(Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties)))
    expect(Object.keys(replyFields).filter((field) => !all.has(field))).toEqual([])
  })

  test('openapi.json describes the effect of every header', () => {
    const headerOf = (name: OperationName, header: string) =>
      Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .find((operation) => operation['x-operation'] === name)
        ?.parameters.find((parameter) => parameter.name === header)?.description
    expect(headerOf('users.list', 'x-business-id')).toBe(
      'Restricts the request to the accounts of one business.',
    )
    expect(headerOf('users.create', 'x-business-id')).toMatch(/^The business of the new object/)
    expect(headerOf('terminals.auth_card', 'accept-language')).toContain('en (default), es or fr')
    expect(headerOf('payment_intents.create', 'accept-language')).toBeUndefined()
  })

  test('openapi.json defines every component itself, never as a mere reference to another', () => {
    const { schemas } = document.components as { schemas: Record<string, object> }
    expect(Object.keys(schemas).length).toBeGreaterThan(10)
    for (const [name, schema] of Object.entries(schemas)) {
      expect([name, Object.keys(schema)]).not.toEqual([name, ['$ref']])
    }
  })

  test('openapi.json names every object, and declares nullable fields in only one way', () => {
    const look = (part: unknown, path: string, inComponent: boolean): void => {
      if (typeof part !== 'object' || part === null) return
      const { type, properties, format, anyOf } = part as Readonly<Record<string, unknown>>
      if (type === 'object' && properties !== undefined) expect(inComponent, `${path} has no name`).toBe(true)
      expect(format, path).not.toBe('int64')
      expect(Array.isArray(type), `${path} has a list of types`).toBe(false)
      expect(JSON.stringify(anyOf) ?? '', path).not.toContain('"null"')
      for (const [key, inner] of Object.entries(part)) {
        if (key !== 'example') look(inner, `${path}/${key}`, path === '/components/schemas')
      }
    }
    look(JSON.parse(JSON.stringify(document)), '', false)
  })

  test('openapi.json limits every text and every list that a request may send', () => {
    const { schemas } = document.components as { schemas: Readonly<Record<string, object>> }
    /** An unlimited repetition is no limit: the fraction of a second in a time, for instance. */
    const isBoundedText = (text: { pattern?: string; format?: string }) =>
      ['maxLength', 'enum', 'const'].some((bound) => bound in text) ||
      text.format === 'date' ||
      (text.pattern !== undefined && !/[^\\][+*]|\{\d+,\}/.test(text.pattern))
    const unbounded = new Set<string>()
    const seen = new Set<unknown>()
    const look = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null || seen.has(part)) return
      seen.add(part)
      const { $ref, type } = part as { $ref?: string; type?: unknown }
      const isBounded = type === 'array' ? 'maxItems' in part : isBoundedText(part)
      if ((type === 'string' || type === 'array') && !isBounded) unbounded.add(path)
      const component = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : null
      if (component !== null) look(schemas[component], component)
      for (const [key, inner] of Object.entries(part)) if (key !== 'example') look(inner, `${path}.${key}`)
    }
    for (const methods of Object.values(document.paths)) {
      for (const { operationId, parameters, requestBody } of Object.values(methods)) {
        look(parameters, operationId)
        look(requestBody, operationId)
      }
    }
    expect([...unbounded]).toEqual([])
    expect(seen.size).toBeGreaterThan(1_000)
  })

  test('openapi.json has a camelCase id and examples of the answer and the body for every operation', () => {
    for (const methods of Object.values(document.paths)) {
      for (const { operationId, responses, requestBody } of Object.values(methods)) {
        expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
        for (const part of [responses['200'], requestBody].filter((one) => one !== undefined)) {
          const { content } = part as { content: Readonly<Record<string, { example?: unknown }>> }
          expect(Object.values(content)[0]?.example, operationId).toBeDefined()
        }
      }
    }
  })

  test('openapi.json distinguishes the variants of a union by a field', () => {
    const { schemas } = document.components as { schemas: Record<string, object> }
    expect(schemas.TerminalEvent).toMatchObject({
      discriminator: {
        propertyName: 'type',
        mapping: { link: '#/components/schemas/TerminalEventLink' },
      },
    })
  })

  test('openapi.json has no reference to a missing component', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references) {
      const found = reference
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
      expect(found, reference).toBeDefined()
    }
    expect(text).not.toContain('$defs')
  })

  test('openapi.json declares exactly the path parameters of every path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath)
      }
    }
  })
})

describe('the Postman collection', () => {
  test('the Postman collection contains every operation once, with the example as its body', () => {
    const collection = JSON.parse(documents['postman.json'] ?? '') as {
      item: { item: { request: { method: string; url: { raw: string }; body?: { raw: string } } }[] }[]
    }
    const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request))
    const held = requests.map(({ method, url }) => `${method} ${url.raw.replace('{{service}}', '')}`)
    const rows = operationEntries.map(
      ([, { method, path }]) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    )
    expect(held.sort()).toEqual(rows.sort())
    const create = requests.find(({ url }) => url.raw === '{{service}}/payment_intents')
    expect(JSON.parse(create?.body?.raw ?? '')).toMatchObject({ amount: 2500 })
  })
})

describe('/docs', () => {
  test('/docs shows every operation', async () => {
    const html = await (await fetch(`${service.url}/docs`)).text()
    for (const [name, row] of operationEntries) {
      expect(html).toContain(`id="${camelCase(name)}"`)
      expect(html).toContain(`<code>${row.path}</code>`)
    }
  })

  test.each(['/docs', '/docs/errors'])(
    '%s leads to each of its sections from its list, of which a phone shows only the headings',
    async (path) => {
      const html = await (await fetch(`${service.url}${path}`)).text()
      const list = html.match(/<nav.*?<\/nav>/s)?.[0] ?? ''
      const headings = list.match(/<h2>.*?<\/h2>/gs) ?? []
      expect(headings.length).toBeGreaterThan(1)
      for (const heading of headings) expect(heading).toMatch(/^<h2><a href="/)
      for (const [, anchor = ''] of list.matchAll(/href="#([^"]+)"/g))
        expect(html).toContain(`id="${anchor}"`)
    },
  )

  test('/docs runs no script, loads nothing, and allows only its own style', async () => {
    const response = await fetch(`${service.url}/docs`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'/)
    // An address in an example is text; addresses that are followed or loaded are in attributes or styles.
    expect(html).not.toMatch(/<script|\son\w+=|\sstyle=|src=|(?:href|action)=["']?https?:|url\(|@import/i)
    const style = html.match(/<style>(.*?)<\/style>/s)?.[1] ?? ''
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
  })
})
