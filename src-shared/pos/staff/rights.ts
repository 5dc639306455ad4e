import type { PersonRole } from './person.ts'

const atTheCounter = ['cashier', 'manager', 'owner'] as const
const inCharge = ['manager', 'owner'] as const

/**
 * Who may do what: each right, and the roles that have it. Every command names the right that it needs (commands.ts),
 * and main looks here. The owner may take a right from a role (`Withheld`), and gives none that is not in this table.
 */
export const rightRoles = {
  /** Rings up, charges cards, takes cash and keeps tabs. */
  sell: atTheCounter,
  /** Keeps or voids a payment that stands although the sale was cancelled, and undoes what was paid of a bill. */
  undo_sale: atTheCounter,
  /** Sends payment links, and withdraws them. */
  send_links: atTheCounter,
  /** Takes goods back. Beyond a void of the last sale somebody who may approve types the PIN. */
  give_back: atTheCounter,
  /** Opens the drawer, takes cash out and counts it. */
  use_drawer: atTheCounter,
  /** How this till looks and sounds, and what it calls itself. */
  set_up_counter: ['cashier', 'manager', 'installer', 'owner'],
  /** One's own working hours and PIN. */
  own_record: ['cashier', 'manager', 'installer', 'owner'],
  /** Approves on the spot what a cashier may not do alone. */
  approve: inCharge,
  /** Looks payments up. */
  see_payments: inCharge,
  /** Refunds, voids, captures and cancels payments. */
  change_payments: inCharge,
  /** What was sold, and what each day came to. */
  see_reports: inCharge,
  /** Closes the day for good. */
  close_day: inCharge,
  edit_items: inCharge,
  /** What the shop takes, gives away and asks about. */
  set_up_shop: inCharge,
  /** Who worked when. */
  see_hours: inCharge,
  /** Sets right when somebody began or ended to work. */
  correct_hours: inCharge,
  /** Who did what. */
  see_audit: inCharge,
  set_up_terminals: ['installer', 'owner'],
  /** Who works here, and what they may do. */
  manage_people: ['owner'],
} as const satisfies Readonly<Record<string, readonly PersonRole[]>>

export type Right = keyof typeof rightRoles
export const allRights = Object.keys(rightRoles) as readonly Right[]

/** What the owner has taken from a role. */
export type Withheld = Readonly<Partial<Record<PersonRole, readonly Right[]>>>

/** What the owner has taken as soon as people are set up, until the owner gives it back: a manager's PIN does it meanwhile. */
export const firstWithheld: Withheld = { cashier: ['undo_sale'] }

/** The owner's rights, and everybody's own record, are not taken: somebody has to be able to put things right. */
export const isWithholdable = (role: PersonRole, right: Right): boolean =>
  role !== 'owner' && right !== 'own_record' && hasRole(right, role)

/** The rights of a role, less what the owner has taken from it. */
export const rightsOf = (role: PersonRole, withheld: Withheld = {}): readonly Right[] =>
  allRights.filter(
    (right) =>
      hasRole(right, role) && !(isWithholdable(role, right) && withheld[role]?.includes(right) === true),
  )

const hasRole = (right: Right, role: PersonRole): boolean =>
  (rightRoles[right] as readonly PersonRole[]).includes(role)
