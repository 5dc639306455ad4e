/** The states, territories and military addresses of the United States, and the provinces of Canada, by their codes. */
const regions = {
  US: {
    ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado' },
    ...{ CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia' },
    ...{ HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky' },
    ...{ LA: 'Louisiana', ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota' },
    ...{
      MS: 'Mississippi',
      MO: 'Missouri',
      MT: 'Montana',
      NE: 'Nebraska',
      NV: 'Nevada',
      NH: 'New Hampshire',
    },
    ...{ NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota' },
    ...{ OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island' },
    ...{ SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont' },
    ...{ VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
    ...{ AS: 'American Samoa', GU: 'Guam', MP: 'Northern Mariana Islands', PR: 'Puerto Rico' },
    ...{ VI: 'Virgin Islands', AA: 'Armed Forces Americas', AE: 'Armed Forces Europe' },
    AP: 'Armed Forces Pacific',
  },
  CA: {
    ...{ AB: 'Alberta', BC: 'British Columbia', MB: 'Manitoba', NB: 'New Brunswick' },
    ...{ NL: 'Newfoundland and Labrador', NS: 'Nova Scotia', NT: 'Northwest Territories', NU: 'Nunavut' },
    ...{ ON: 'Ontario', PE: 'Prince Edward Island', QC: 'Quebec', SK: 'Saskatchewan', YT: 'Yukon' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

type Country = keyof typeof regions

const zipCodes: { readonly [Name in Country]: RegExp } = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
}

const isCountry = (name: string): name is Country => Object.hasOwn(regions, name)

/** The countries whose rules apply, ignoring case: none for a country without rules, both if no country is given. */
function countriesOf(country = ''): readonly Country[] {
  const code = country.toUpperCase()
  return code === '' ? ['US', 'CA'] : isCountry(code) ? [code] : []
}

/** Without accents, dots and case: `québec`, `N.Y.`. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The code of a state or province given by code or name: `IL` for `illinois`; null if unknown. */
export function regionCodeOf(text: string, country?: string): string | null {
  const wanted = bare(text)
  for (const name of countriesOf(country)) {
    const found = Object.entries(regions[name]).find(
      ([code, full]) => bare(code) === wanted || bare(full) === wanted,
    )
    if (found !== undefined) return found[0]
  }
  return null
}

/** Whether the text has the format of the country's postal codes; true for a country without a known rule. */
export function isPostalCode(text: string, country?: string): boolean {
  const known = countriesOf(country)
  return known.length === 0 || known.some((name) => zipCodes[name].test(text))
}

export interface AddressParts {
  readonly country?: string | undefined
  readonly state?: string | undefined
  readonly zip_code?: string | undefined
}

const isSamePlace = (one: AddressParts, other: AddressParts): boolean =>
  one.country === other.country && one.state === other.state && one.zip_code === other.zip_code

/**
 * The invalid fields of an address: a state that is not a code of its country, or an invalid postal code.
 * @param former the stored address: if a former version accepted it, it is not refused while it stays unchanged
 */
export function addressProblems(
  address: AddressParts,
  at: string,
  former: AddressParts | null | undefined,
): readonly { readonly param: string; readonly message: string }[] {
  const problems: { param: string; message: string }[] = []
  if (former != null && isSamePlace(address, former)) return problems
  const { country, state = '', zip_code = '' } = address
  const known = countriesOf(country)
  const code = regionCodeOf(state, country)
  if (state !== '' && known.length > 0 && code !== state) {
    const param = `${at}.state`
    const what = `${param} ${state} is not the code of a state or province of ${known.join(' or ')}`
    problems.push({ param, message: code === null ? `${what}, such as IL or ON.` : `${what}. Send ${code}.` })
  }
  if (zip_code !== '' && !isPostalCode(zip_code, country)) {
    const param = `${at}.zip_code`
    const message = `${param} ${zip_code} is not a postal code of ${known.join(' or ')}, such as 62701, 62701-1234 or K1A 0B1.`
    problems.push({ param, message })
  }
  return problems
}
