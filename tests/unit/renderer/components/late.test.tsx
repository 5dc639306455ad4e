import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { late } from '../../../../src-renderer/components/late.tsx'
import { NotLoaded } from '../../../../src-renderer/components/not-loaded.ts'

const Greeting = ({ name }: { readonly name: string }) => createElement('p', null, `Hello ${name}`)
const Waiting = () => createElement('hr')

test('a late component draws its placeholder until its code is loaded, then itself at once', async () => {
  const LateGreeting = late(async () => ({ default: Greeting }), Waiting)
  const drawn = () => renderToStaticMarkup(createElement(LateGreeting, { name: 'you' }))
  expect(drawn()).toBe('<hr/>')
  await LateGreeting.load()
  expect(drawn()).toBe('<p>Hello you</p>')
})

test('a late component without a placeholder draws nothing until its code is loaded', () => {
  const LateGreeting = late(async () => ({ default: Greeting }))
  expect(renderToStaticMarkup(createElement(LateGreeting, { name: 'you' }))).toBe('')
})

test('the code of a late component is loaded once, and again only if that failed', async () => {
  let asked = 0
  const LateGreeting = late(async () => {
    asked += 1
    if (asked === 1) throw new Error('not there')
    return { default: Greeting }
  })
  await expect(LateGreeting.load()).rejects.toThrow(NotLoaded)
  await LateGreeting.load()
  await LateGreeting.load()
  expect(asked).toBe(2)
})
