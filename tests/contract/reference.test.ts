import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src-service/http/reference/openapi.ts'
import { operationEntries } from '../../src-shared/api/operations.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('openapi.json', () => {
  test('in the repository is the table of today (npm run service -- --print-openapi > docs/api/openapi.json)', () => {
    const committed = readFileSync(join(import.meta.dirname, '../../docs/api/openapi.json'), 'utf8')
    expect(`${JSON.stringify(openApiDocument(), null, 2)}\n`).toBe(committed)
  })

  test('is served as it is committed', async () => {
    const response = await fetch(`${service.url}/openapi.json`)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
  })

  test('holds every operation once, by its name, method and path', () => {
    const described = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${operation.operationId} ${method} ${path}`),
    )
    const rows = operationEntries.map(([name, row]) => `${name} ${row.method.toLowerCase()} ${row.path}`)
    expect(described.sort()).toEqual(rows.sort())
  })

  test('describes every component rather than refer from it to itself', () => {
    const { schemas } = openApiDocument().components as { schemas: Record<string, object> }
    expect(Object.keys(schemas).length).toBeGreaterThan(10)
    for (const [name, schema] of Object.entries(schemas)) {
      expect([name, Object.keys(schema)]).not.toEqual([name, ['$ref']])
    }
  })

  test('refers to nothing that it does not hold', () => {
    const document = openApiDocument()
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

  test('names every path parameter and no other', () => {
    for (const [path, methods] of Object.entries(openApiDocument().paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath)
      }
    }
  })
})

describe('/docs', () => {
  test('shows every operation', async () => {
    const html = await (await fetch(`${service.url}/docs`)).text()
    for (const [name, row] of operationEntries) {
      expect(html).toContain(`id="${name}"`)
      expect(html).toContain(`<code>${row.path}</code>`)
    }
  })

  test('runs no script, loads nothing, and allows only its own style', async () => {
    const response = await fetch(`${service.url}/docs`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'/)
    expect(html).not.toMatch(/<script|\son\w+=|\sstyle=|src=|https?:/i)
    const style = html.match(/<style>(.*?)<\/style>/s)?.[1] ?? ''
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
  })
})
