import type { CatalogueItem } from '../../../src-shared/pos/catalogue/catalogue.ts'
import type { OptionGroup } from '../../../src-shared/pos/catalogue/option-group.ts'
import { withOption } from '../../../src-shared/pos/catalogue/option-groups.ts'
import type { Modifier } from '../../../src-shared/pos/order/order.ts'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import style from './cart-dialogs.module.css'

interface OptionFieldsProps {
  readonly item: Pick<CatalogueItem, 'groups' | 'modifiers'>
  /** Names of the chosen options. */
  readonly names: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}

/** The options of an item: the required groups first, then the optional extras. */
export function OptionFields({ item: { groups, modifiers }, names, onChange }: OptionFieldsProps) {
  const { t } = useTranslation('sell')
  return (
    <>
      {groups.map((group) => (
        <Options
          key={group.name}
          legend={t(ruleOf(group), { name: group.name, min: group.min, max: group.max, count: group.max })}
          options={group.options}
          names={names}
          onPress={(name) => onChange(withOption(group, names, name))}
        />
      ))}
      {modifiers.length > 0 && (
        <Options
          legend={t('modifiers')}
          options={modifiers}
          names={names}
          onPress={(name) => onChange(withOption(null, names, name))}
        />
      )}
    </>
  )
}

function ruleOf({ min, max }: OptionGroup) {
  if (min === max) return 'groupRule.exactly'
  return min === 0 ? 'groupRule.upTo' : 'groupRule.between'
}

interface OptionsProps {
  readonly legend: string
  readonly options: readonly Modifier[]
  readonly names: readonly string[]
  readonly onPress: (name: string) => void
}

function Options({ legend, options, names, onPress }: OptionsProps) {
  const money = useMoney()
  return (
    <fieldset className={style.choices}>
      <legend>{legend}</legend>
      {options.map(({ name, amount }) => (
        <button
          key={name}
          type="button"
          className={style.choice}
          aria-pressed={names.includes(name)}
          onClick={() => onPress(name)}
        >
          {amount === 0 ? name : `${name} ${amount > 0 ? '+' : '−'}${money(Math.abs(amount))}`}
        </button>
      ))}
    </fieldset>
  )
}
