/** Small decorative drawings; the text beside them carries the meaning. */

const svg = (children: React.ReactNode) =>
  function Icon({ className = 'icon' }: { readonly className?: string }) {
    return (
      <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {children}
      </svg>
    )
  }
const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const
const joined = { ...line, strokeLinejoin: 'round' } as const

/** Four waves: hold the card here. */
export const ContactlessIcon = svg(
  <g {...line}>
    <path d="M5 9.2a6 6 0 0 1 0 5.6" />
    <path d="M9 7a10.5 10.5 0 0 1 0 10" />
    <path d="M13 4.8a15 15 0 0 1 0 14.4" />
    <path d="M17 2.6a19.5 19.5 0 0 1 0 18.8" />
  </g>,
)
export const InsertIcon = svg(
  <g {...joined}>
    <rect x="6.5" y="2.5" width="11" height="13.5" rx="1.8" />
    <rect x="10" y="5.2" width="4" height="3.4" rx="0.8" />
    <path d="M3 12.5v6.2A2.3 2.3 0 0 0 5.3 21h13.4a2.3 2.3 0 0 0 2.3-2.300v-6.2" />
  </g>,
)
export const SwipeIcon = svg(
  <g {...joined}>
    <rect x="3" y="5" width="12" height="15" rx="1.8" />
    <path d="M6.5 5v15" strokeWidth={2.8} />
    <path d="M19.5 6v12M17 15.500l2.5 2.5 2.5-2.5" />
  </g>,
)
export const ToolsIcon = svg(
  <g {...joined}>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2" />
    <circle cx="9" cy="17" r="2" />
  </g>,
)
export const CheckIcon = svg(<path {...joined} d="M5 12.600l4.7 4.700L19.2 7.3" />)
export const CrossIcon = svg(<path {...joined} d="M6.5 6.500l11 11M17.5 6.500l-11 11" />)
export const BackIcon = svg(
  <g {...joined}>
    <path d="M9 5.500h10.500v13H9L3.5 12z" />
    <path d="M11.5 9.500l5 5M16.5 9.500l-5 5" />
  </g>,
)
export const OkIcon = svg(<circle {...line} cx="12" cy="12" r="7" />)
export const PrinterIcon = svg(
  <g {...joined}>
    <path d="M7 8.500V3.500h10v5" />
    <path d="M7 16.500H4.500a1.5 1.5 0 0 1-1.5-1.500v-5A1.5 1.5 0 0 1 4.5 8.500h15A1.5 1.5 0 0 1 21 10v5a1.5 1.5 0 0 1-1.5 1.500H17" />
    <path d="M7 13.500h10v7H7z" />
  </g>,
)
/** The end of the paper: torn, with nothing after it. */
export const PaperOutIcon = svg(
  <g {...joined}>
    <path d="M7 8.500V3.500h10v5" />
    <path d="M7 16.500H4.500a1.5 1.5 0 0 1-1.5-1.500v-5A1.5 1.5 0 0 1 4.5 8.500h15A1.5 1.5 0 0 1 21 10v5a1.5 1.5 0 0 1-1.5 1.500H17" />
    <path d="M9.500 14.500l5 5M14.500 14.500l-5 5" />
  </g>,
)
export const RemoveCardIcon = svg(
  <g {...joined}>
    <path d="M4 4.500h16" />
    <path d="M7 8.500v9.700A1.8 1.8 0 0 0 8.8 20h6.400a1.8 1.8 0 0 0 1.8-1.800V8.5" />
    <path d="M12 8v8M9 13.200l3 3 3-3" />
  </g>,
)
export const OfflineIcon = svg(
  <g {...joined}>
    <path d="M4 4l16 16" />
    <path d="M2.5 9.500a14 14 0 0 1 4.3-2.700M11 5.500a14 14 0 0 1 10.5 4M6 13a9 9 0 0 1 4-2.200M15.5 11.500A9 9 0 0 1 18 13M9.5 16.500a4 4 0 0 1 5 0" />
    <path d="M12 20h.01" strokeWidth={2.6} />
  </g>,
)
