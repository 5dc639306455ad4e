import { rightsOf } from '../../src-shared/pos/staff/rights.ts'
import type { PeopleStatus } from '../../src-shared/pos/staff.ts'
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

/** Who is at the till, and who works here, by the name its picture has. */
export const peopleScenes = {
  people: scene(people, async (page) => {
    await page.locator('main button:has(.tabler-icon-users)').click()
    await page.locator('main[data-place=people] fieldset').first().waitFor()
  }),
  'person-new': scene(people, async (page) => {
    await page.locator('main button:has(.tabler-icon-users)').click()
    await page.locator('main button:has(.tabler-icon-user-plus)').click()
  }),
  'sign-in': scene(people, async (page) => {
    await page.locator('header button:has(.tabler-icon-user)').click()
    await page.locator('main[data-place=sign_in] button:has(.tabler-icon-password-user)').waitFor()
  }),
  'own-pin': scene(people, async (page) => {
    await page.locator('header button:has(.tabler-icon-user)').click()
    await page.locator('main button:has(.tabler-icon-password-user)').click()
  }),
  /** Shown as soon as main reports it, wherever the person was. */
  'must-choose-pin': scene(present({ must_choose_pin: true })),
} as const satisfies Readonly<Record<string, Scene>>
