import { applicationFor, applicationsOf } from '../cards/chip-applications.ts'
import { cancelled, type Input, type Presented, type Scene, type Step, stay } from './prompt-flow.ts'

/** A card with one application uses it; with several, the merchant's request decides, otherwise the customer. */
export function withApplication(scene: Scene, presented: Presented, aid: 'debit' | 'credit' | null): Scene {
  const application = applicationFor(presented.card, aid)
  const next = { ...scene, presented: { ...presented, application } }
  if (application !== null) return next
  const applications = applicationsOf(presented.card).map((offered) => ({
    aid: offered.aid,
    name: offered.preferredName,
  }))
  return { ...next, screen: { kind: 'choose_application', applications } }
}

/** Handles a touch, or the number before the application. */
export function chooseApplication(scene: Scene, action: Input, chosen: (scene: Scene) => Step): Step {
  const { presented } = scene
  if (presented === null) return stay
  if (action.kind === 'key' && action.key === 'red') return cancelled
  const offered = applicationsOf(presented.card)
  const application =
    action.kind === 'choose_application'
      ? offered.find(({ aid }) => aid === action.aid)
      : action.kind === 'key'
        ? offered[Number(action.key) - 1]
        : undefined
  if (application === undefined) return stay
  return chosen({ ...scene, presented: { ...presented, application } })
}
