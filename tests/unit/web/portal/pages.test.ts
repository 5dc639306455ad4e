import { describe, expect, test } from 'vitest'
import { applicationMoves, applicationStatuses } from '../../../../src-shared/boarding/application-moves.ts'
import { applicationMap, movesOf } from '../../../../src-web/portal/application-map.ts'
import { placeIn } from '../../../../src-web/portal/list-place.ts'
import { hrefOf, pageNames, routeOf } from '../../../../src-web/portal/route.ts'
import { createSessionMark } from '../../../../src-web/portal/session-mark.ts'

describe('the address of a page', () => {
  test.each(pageNames)('the address of a page leads back to the page: %s', (page) => {
    for (const [id, account] of [[undefined, undefined], ['we_1'], ['pi_1', 'acct_ä&=']] as const) {
      const url = new URL(hrefOf(page, id, account), 'https://pay.example.com/below/portal/overview')
      expect(url.pathname).toBe(`/below/portal/${page}`)
      expect(routeOf(url)).toEqual({ page, id: id ?? '', account: account ?? '' })
    }
  })

  test('the address of an unknown page has no page', () => {
    for (const pathname of ['/portal/nothing', '/portal/', '/']) {
      expect(routeOf({ pathname, search: '' }).page).toBeNull()
    }
  })
})

describe('the sign-in page', () => {
  const place = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    }
  }
  const until = '2026-01-31T12:00:00.000Z'

  test('the sign-in page shows whether the session expired after twelve hours or was ended', () => {
    const mark = createSessionMark(place())
    expect(mark.reason(Date.parse(until))).toBe('first')
    mark.remember(until)
    expect(mark.reason(Date.parse(until) - 1)).toBe('ended')
    expect(mark.reason(Date.parse(until))).toBe('expired')
    mark.forget()
    expect(mark.reason(Date.parse(until))).toBe('first')
  })

  test('the sign-in page works in a browser without storage', () => {
    const mark = createSessionMark(null)
    mark.remember(until)
    mark.forget()
    expect(mark.reason(0)).toBe('first')
  })
})

describe('the diagram of an application', () => {
  const places = applicationMap()

  test('the diagram of an application has each status once, each in its own place', () => {
    expect(places.map(({ status }) => status).sort()).toEqual([...applicationStatuses].sort())
    expect(new Set(places.map(({ column, row }) => `${column} ${row}`)).size).toBe(applicationStatuses.length)
  })

  test('the diagram of an application has every move, and only the known moves back go to the left', () => {
    const moves = movesOf(places)
    expect(moves).toHaveLength(Object.values(applicationMoves).flat().length)
    const back = moves.filter(({ from, to }) => to.column < from.column)
    expect(back.map(({ from, to }) => `${from.status} ${to.status}`).sort()).toEqual([
      'CREDIT_PENDED UNDERWRITING',
      'NEED_INFORMATION UNDERWRITING',
    ])
  })
})

test('a list of another account begins at its first page, whatever page was open before', () => {
  const third = { about: 'payments acct_1', place: 3 }
  expect(placeIn(third, 'payments acct_1', 1)).toBe(3)
  expect(placeIn(third, 'payments acct_2', 1)).toBe(1)
})
