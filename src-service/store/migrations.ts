import first from './migrations/0001-first.sql'
import customers from './migrations/0003-customers.sql'
import refundsAndSettlement from './migrations/0004-refunds-and-settlement.sql'
import search from './migrations/0005-search.sql'
import feesAndReports from './migrations/0006-fees-and-reports.sql'
import timeMark from './migrations/0007-time-mark.sql'
import terminalOperations from './migrations/0009-terminal-operations.sql'
import processorOrders from './migrations/0010-processor-orders.sql'
import settlementCurrency from './migrations/0011-settlement-currency.sql'
import sandboxEntries from './migrations/0012-sandbox-entries.sql'
import refundsUnresolved from './migrations/0013-refunds-unresolved.sql'
import reconciliation from './migrations/0014-reconciliation.sql'
import reportsThatWait from './migrations/0015-reports-that-wait.sql'
import settlementChecks from './migrations/0016-settlement-checks.sql'
import serviceSecrets from './migrations/0017-service-secrets.sql'
import noHashesOfTerminals from './migrations/0018-no-hashes-of-terminals.sql'
import paymentMethodIntents from './migrations/0019-payment-method-intents.sql'
import fundingNotGuessed from './migrations/0020-funding-not-guessed.sql'
import checkoutSessions from './migrations/0021-checkout-sessions.sql'
import messageLogs from './migrations/0022-message-logs.sql'
import locations from './migrations/0023-locations.sql'
import eventDeliveries from './migrations/0024-event-deliveries.sql'
import applications from './migrations/0025-applications.sql'
import users from './migrations/0026-users.sql'
import contractors from './migrations/0027-contractors.sql'
import applicationDocuments from './migrations/0028-application-documents.sql'
import dueInOrder from './migrations/0029-due-in-order.sql'
import ledgerSums from './migrations/0032-ledger-sums.sql'
import foundByName from './migrations/0033-found-by-name.sql'
import namesOfBefore from './migrations/0034-names-of-before.sql'
import customersFound from './migrations/0035-customers-found.sql'
import giftCards from './migrations/0036-gift-cards.sql'
import auditAnchors from './migrations/0038-audit-anchors.sql'
import words from './migrations/0039-words.sql'
import paymentNotes from './migrations/0041-payment-notes.sql'
import disputesListed from './migrations/0042-disputes-listed.sql'
import unsettledFound from './migrations/0045-unsettled-found.sql'
import fewerIndexes from './migrations/0046-fewer-indexes.sql'
import eventCopies from './migrations/0047-event-copies.sql'
import copiesCut from './migrations/0048-copies-cut.sql'
import pendingEvents from './migrations/0050-pending-events.sql'
import listeners from './migrations/0051-listeners.sql'
import dueByEndpoint from './migrations/0052-due-by-endpoint.sql'
import keysByMaker from './migrations/0053-keys-by-maker.sql'
import nodesOfTerminals from './migrations/0054-nodes-of-terminals.sql'
import partners from './migrations/0055-partners.sql'
import foundByPartner from './migrations/0056-found-by-partner.sql'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  /**
   * Set when the migration makes indexes on tables that may be large: on PostgreSQL they are built beforehand, while
   * other nodes keep working. Such indexes may use only tables and columns that existed before, and contain no
   * semicolon. SQLite, with a single user, creates them within the migration.
   */
  readonly indexesAhead?: true
}

/**
 * Applied in order, forward only, each once. A released migration is never edited. Written once for both engines, in
 * the syntax of SQLite's strict tables; postgres/dialect.ts translates it for PostgreSQL.
 */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'first', sql: first },
  { number: 3, name: 'customers', sql: customers },
  { number: 4, name: 'refunds and settlement', sql: refundsAndSettlement },
  { number: 5, name: 'search', sql: search },
  { number: 6, name: 'fees and gateway reports', sql: feesAndReports },
  { number: 7, name: 'time mark', sql: timeMark },
  { number: 9, name: 'terminal operations', sql: terminalOperations },
  { number: 10, name: 'processor orders', sql: processorOrders },
  { number: 11, name: 'settlement currency', sql: settlementCurrency },
  { number: 12, name: 'sandbox entries', sql: sandboxEntries },
  { number: 13, name: 'refunds unresolved', sql: refundsUnresolved },
  { number: 14, name: 'reconciliation', sql: reconciliation },
  { number: 15, name: 'reports that wait', sql: reportsThatWait },
  { number: 16, name: 'settlement checks', sql: settlementChecks },
  { number: 17, name: 'service secrets', sql: serviceSecrets },
  { number: 18, name: 'no hashes of terminals', sql: noHashesOfTerminals },
  { number: 19, name: 'payment method intents', sql: paymentMethodIntents },
  { number: 20, name: 'funding not guessed', sql: fundingNotGuessed },
  { number: 21, name: 'checkout sessions', sql: checkoutSessions },
  { number: 22, name: 'message logs', sql: messageLogs },
  { number: 23, name: 'locations', sql: locations },
  { number: 24, name: 'event deliveries', sql: eventDeliveries },
  { number: 25, name: 'applications', sql: applications },
  { number: 26, name: 'users', sql: users },
  { number: 27, name: 'contractors', sql: contractors },
  { number: 28, name: 'application documents', sql: applicationDocuments },
  { number: 29, name: 'due in order', sql: dueInOrder },
  { number: 32, name: 'ledger sums', sql: ledgerSums },
  { number: 33, name: 'found by name', sql: foundByName },
  { number: 34, name: 'names of before', sql: namesOfBefore },
  { number: 35, name: 'customers found', sql: customersFound },
  { number: 36, name: 'gift cards', sql: giftCards },
  { number: 38, name: 'audit anchors', sql: auditAnchors },
  { number: 39, name: 'words', sql: words },
  { number: 41, name: 'payment notes', sql: paymentNotes },
  { number: 42, name: 'disputes listed', sql: disputesListed },
  { number: 45, name: 'unsettled found', sql: unsettledFound, indexesAhead: true },
  { number: 46, name: 'fewer indexes', sql: fewerIndexes, indexesAhead: true },
  { number: 47, name: 'event copies', sql: eventCopies },
  { number: 48, name: 'copies cut', sql: copiesCut },
  { number: 50, name: 'pending events', sql: pendingEvents },
  { number: 51, name: 'listeners', sql: listeners },
  { number: 52, name: 'due by endpoint', sql: dueByEndpoint, indexesAhead: true },
  { number: 53, name: 'keys by maker', sql: keysByMaker },
  { number: 54, name: 'nodes of terminals', sql: nodesOfTerminals },
  { number: 55, name: 'partners', sql: partners },
  { number: 56, name: 'found by partner', sql: foundByPartner, indexesAhead: true },
]
