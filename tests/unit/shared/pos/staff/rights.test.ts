import { describe, expect, test } from 'vitest'
import { personRoles } from '../../../../../src-shared/pos/staff/person.ts'
import { allRights, isWithholdable, rightsOf } from '../../../../../src-shared/pos/staff/rights.ts'

describe('the rights of a role', () => {
  test('a cashier sells, and cannot refund without an approval', () => {
    expect(rightsOf('cashier')).toContain('sell')
    for (const right of [
      'approve',
      'change_payments',
      'set_up_shop',
      'see_audit',
      'manage_people',
    ] as const) {
      expect(rightsOf('cashier')).not.toContain(right)
    }
  })

  test('an installer sets terminals up and sells nothing', () => {
    expect(rightsOf('installer')).toEqual(['set_up_counter', 'own_record', 'set_up_terminals'])
  })

  test('an owner has every right, even if some are withheld', () => {
    expect(rightsOf('owner', { owner: allRights })).toEqual(allRights)
  })

  test('a withheld right is missing from its role, and from no other', () => {
    const withheld = { cashier: ['give_back', 'use_drawer'] } as const
    expect(rightsOf('cashier')).toEqual(expect.arrayContaining(['give_back', 'use_drawer']))
    expect(rightsOf('cashier', withheld)).not.toEqual(expect.arrayContaining(['give_back']))
    expect(rightsOf('cashier', withheld)).not.toEqual(expect.arrayContaining(['use_drawer']))
    expect(rightsOf('manager', withheld)).toEqual(rightsOf('manager'))
  })

  test('everybody keeps their own record, and a right that a role lacks cannot be withheld', () => {
    for (const role of personRoles) expect(isWithholdable(role, 'own_record')).toBe(false)
    expect(isWithholdable('cashier', 'approve')).toBe(false)
    expect(isWithholdable('cashier', 'give_back')).toBe(true)
  })
})
