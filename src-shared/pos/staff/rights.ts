import type { PersonRole } from './person.ts'

const atTheCounter = ['cashier', 'manager', 'owner'] as const
const inCharge = ['manager', 'owner'] as const

/**
 * Each right, and the roles that have it. Every command names the right that it needs (commands.ts), and main checks it
 * here. The owner can take a right from a role (`Withheld`), but cannot grant one beyond this table.
 */
export const rightRoles = {
  /** Rings up, charges cards, takes cash and keeps tabs. */
  sell: atTheCounter,
  /** Keeps or voids a payment that stands although the sale was cancelled, and undoes tenders of a bill. */
  undo_sale: atTheCounter,
  /** Sends payment links, and withdraws them. */
  send_links: atTheCounter,
  /** Takes goods back. Anything beyond a void of the last sale needs the PIN of a person who may approve. */
  give_back: atTheCounter,
  /** Opens the drawer, takes cash out and counts it. */
  use_drawer: atTheCounter,
  /** This counter's appearance, sounds and name. */
  set_up_counter: ['cashier', 'manager', 'installer', 'owner'],
  /** The person's own working hours and PIN. */
  own_record: ['cashier', 'manager', 'installer', 'owner'],
  /** Approves on the spot what a cashier may not do alone. */
  approve: inCharge,
  /** Looks up payments. */
  see_payments: inCharge,
  /** Refunds, voids, captures and cancels payments. */
  change_payments: inCharge,
  /** Sales and daily reports. */
  see_reports: inCharge,
  /** Closes the day for good. */
  close_day: inCharge,
  edit_items: inCharge,
  /** The shop's payment methods, discounts and confirmations. */
  set_up_shop: inCharge,
  /** Working hours. */
  see_hours: inCharge,
  /** Corrects working hours. */
  correct_hours: inCharge,
  /** The audit log. */
  see_audit: inCharge,
  set_up_terminals: ['installer', 'owner'],
  /** The people who work here, and their rights. */
  manage_people: ['owner'],
} as const satisfies Readonly<Record<string, readonly PersonRole[]>>

export type Right = keyof typeof rightRoles
export const allRights = Object.keys(rightRoles) as readonly Right[]

/** The rights that the owner took from each role. */
export type Withheld = Readonly<Partial<Record<PersonRole, readonly Right[]>>>

/** Withheld as soon as people are set up, until the owner grants it; a manager's PIN replaces it meanwhile. */
export const firstWithheld: Withheld = { cashier: ['undo_sale'] }

/** The owner's rights and everybody's own record cannot be withheld: someone must be able to fix mistakes. */
export const isWithholdable = (role: PersonRole, right: Right): boolean =>
  role !== 'owner' && right !== 'own_record' && hasRole(right, role)

/** The rights of a role, less the withheld ones. */
export const rightsOf = (role: PersonRole, withheld: Withheld = {}): readonly Right[] =>
  allRights.filter(
    (right) =>
      hasRole(right, role) && !(isWithholdable(role, right) && withheld[role]?.includes(right) === true),
  )

const hasRole = (right: Right, role: PersonRole): boolean =>
  (rightRoles[right] as readonly PersonRole[]).includes(role)
