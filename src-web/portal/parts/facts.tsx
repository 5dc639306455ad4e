import type { ComponentChildren } from 'preact'

/** What is known of one thing: a name and a value each; those without a value are left out. */
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
