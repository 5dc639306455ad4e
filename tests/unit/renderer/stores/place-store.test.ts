import { expect, test } from 'vitest'
import { leaveSignIn, usePlaceStore } from '../../../../src-renderer/stores/place-store.ts'

const placeAfter = (place: 'sign_in' | 'counter' | 'payments') => {
  usePlaceStore.setState({ place })
  leaveSignIn()
  return usePlaceStore.getState().place
}

test('the sign-in page leads to the counter', () => {
  expect(placeAfter('sign_in')).toBe('counter')
  expect(placeAfter('counter')).toBe('counter')
})

test('a page that was opened before main answered the sign-in page stays open', () => {
  expect(placeAfter('payments')).toBe('payments')
})
