import type { ComponentChildren } from 'preact'

/** The facts of one thing: names and values. Facts without a value are left out. */
export const Facts = ({
  items,
}: {
  readonly items: readonly (readonly [name: string, value: ComponentChildren])[]
}) => (
  <dl class="facts">
    {items
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
