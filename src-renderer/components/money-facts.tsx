import style from './money-facts.module.css'

export interface MoneyFact {
  readonly label: string
  readonly value: string
  readonly strong?: boolean
}

/** Amounts in rows, with their cents in one column. */
export function MoneyFacts({ facts }: { readonly facts: readonly MoneyFact[] }) {
  return (
    <dl className={style.facts}>
      {facts.map(({ label, value, strong }) => (
        <div key={label} className={strong ? style.strong : style.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
