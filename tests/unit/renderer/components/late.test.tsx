import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { late } from '../../../../src-renderer/components/late.tsx'
import { NotLoaded } from '../../../../src-renderer/components/not-loaded.ts'

const Greeting = ({ name }: { readonly name: string }) => createElement('p', null, `Hello ${name}`)
const Waiting = () => createElement('hr')

test('what waits is drawn until the code is there, and then it itself, at once', async () => {
  const LateGreeting = late(async () => ({ default: Greeting }), Waiting)
  const drawn = () => renderToStaticMarkup(createElement(LateGreeting, { name: 'you' }))
  expect(drawn()).toBe('<hr/>')
  await LateGreeting.load()
  expect(drawn()).toBe('<p>Hello you</p>')
})

test('nothing is drawn until then where nothing is given', () => {
  const LateGreeting = late(async () => ({ default: Greeting }))
  expect(renderToStaticMarkup(createElement(LateGreeting, { name: 'you' }))).toBe('')
})

test('its code is asked for once, and again where that failed', async () => {
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
