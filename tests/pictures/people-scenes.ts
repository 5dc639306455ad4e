import { rightsOf } from '../../src-shared/pos/staff/rights.ts'
import type { PeopleStatus } from '../../src-shared/pos/staff/staff.ts'
import { workedWeek } from '../../src-shared/pos/staff/worked-week.ts'
import { page as pageOf } from './manager-data.ts'
import { managerIn, type Scene } from './staff-scenes.ts'

const olga = { id: 'person_1', name: 'Olga', role: 'owner' } as const
const long = {
  id: 'person_2',
  name: 'Maximiliane-Alexandra von Hohenlohe-Langenburg',
  role: 'manager',
} as const
const ana = { id: 'person_3', name: 'Ana Ruiz', role: 'cashier' } as const
const pin_chosen_at = '2026-11-20T09:30:00.000Z'

const people: PeopleStatus = {
  present: { ...olga, at_work: true, must_choose_pin: false },
  shown: [olga, long, ana],
  locked: [],
  auto_lock_minutes: 5,
  damaged: false,
  managed: {
    people: [
      { ...olga, active: true, pin_chosen_at, pin_of_another: false },
      { ...long, active: true, pin_chosen_at, pin_of_another: true },
      { ...ana, active: true, pin_chosen_at, pin_of_another: false },
      { id: 'person_4', name: 'Max', role: 'cashier', active: false, pin_chosen_at, pin_of_another: false },
    ],
    withheld: { cashier: ['undo_sale'] },
  },
}

const scene = (status: PeopleStatus, steps?: Scene['steps']): Scene => {
  const snapshot = managerIn()
  return {
    snapshot: {
      ...snapshot,
      staff: { ...snapshot.staff, people: status, rights: [...rightsOf('owner')], closes_at: null },
    },
    place: 'Payments',
    answers: { replies: { 'payments.search': pageOf() } },
    ...(steps === undefined ? {} : { steps }),
  }
}

const present = (changes: Partial<NonNullable<PeopleStatus['present']>>): PeopleStatus => ({
  ...people,
  present: { ...olga, at_work: true, must_choose_pin: false, ...changes },
})

const clocked = (person_id: string, ...times: readonly string[]) =>
  times.map((at, index) => ({
    ...{
      id: `${person_id} ${at}`,
      at,
      person_id,
      kind: index % 2 === 0 ? ('in' as const) : ('out' as const),
    },
    by: null,
  }))

/** The hours of a person at work, of two who forgot to clock out, and a correction. */
const week = workedWeek(null, {
  ledger: {
    entries: [
      ...clocked(
        olga.id,
        ...['2026-11-19T14:58:00.000Z', '2026-11-19T23:04:00.000Z', '2026-11-20T21:00:00.000Z'],
        ...['2026-11-21T02:30:00.000Z', '2026-11-21T13:00:00.000Z'],
      ),
      ...clocked(long.id, '2026-11-18T15:00:00.000Z', '2026-11-18T20:15:00.000Z', '2026-11-19T15:01:00.000Z'),
    ],
    corrections: [
      {
        ...{
          id: 'c1',
          corrected_at: '2026-11-20T09:12:00.000Z',
          person_id: olga.id,
          kind: 'out',
          by: long.id,
        },
        ...{ replaces: `${olga.id} 2026-11-19T23:04:00.000Z`, clocked_at: '2026-11-19T22:30:00.000Z' },
        reason: 'Stayed to talk; agreed with Olga',
      },
    ],
    unreadable: 0,
  },
  people: [olga, long, ana].map((one) => ({ ...one, active: true })),
  clock: { timeZone: 'America/Chicago', dayEndsAt: 0 },
  now: Date.parse('2026-11-21T14:05:32.000Z'),
})
const inHours = (steps?: Scene['steps']): Scene => {
  const shown = scene(people, async (page) => {
    await page.locator('main button:has(.tabler-icon-clock-hour-4)').click()
    await page.locator('main[data-place=hours] section').first().waitFor()
    await steps?.(page)
  })
  return { ...shown, answers: { replies: { 'payments.search': pageOf(), 'staff.hours': week } } }
}

/** Who is at the counter, and the staff, by the name of their picture. */
export const peopleScenes = {
  people: scene(people, async (page) => {
    await page.locator('main button:has(.tabler-icon-users)').click()
    await page.locator('main[data-place=people] fieldset').first().waitFor()
  }),
  hours: inHours(),
  'hours-correct': inHours((page) => page.locator('main button:has(.tabler-icon-pencil)').first().click()),
  'person-new': scene(people, async (page) => {
    await page.locator('main button:has(.tabler-icon-users)').click()
    await page.locator('main button:has(.tabler-icon-user-plus)').click()
  }),
  'person-left': scene(people, async (page) => {
    await page.locator('main button:has(.tabler-icon-users)').click()
    await page.getByRole('button', { name: /^Max / }).click()
  }),
  'sign-in': scene(people, async (page) => {
    await page.locator('header button:has(.tabler-icon-user)').click()
    await page.locator('main[data-place=sign_in] button:has(.tabler-icon-password-user)').waitFor()
  }),
  'own-pin': scene(people, async (page) => {
    await page.locator('header button:has(.tabler-icon-user)').click()
    await page.locator('main button:has(.tabler-icon-password-user)').click()
  }),
  /** Shown as soon as main reports it, on whatever page the person was. */
  'must-choose-pin': scene(present({ must_choose_pin: true })),
} as const satisfies Readonly<Record<string, Scene>>
