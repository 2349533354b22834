const areaIcons = {
  home: 'M3 11l9-7 9 7v9H3z',
  ticket: 'M4 7h16v4a2 2 0 000 4v4H4v-4a2 2 0 000-4z',
  pin: 'M12 21s7-6 7-11a7 7 0 10-14 0c0 5 7 11 7 11z',
  bell: 'M6 16V11a6 6 0 1112 0v5l2 2H4zM10 21h4',
  till: 'M4 10h16v10H4zM7 10V4h10v6M8 14h.1M12 14h.1M16 14h.1M9 17h6',
  note: 'M3 7h18v10H3zM12 14.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5M6 12h.1M18 12h.1',
  card: 'M3 6h18v12H3zM3 10h18',
  warning: 'M12 9v5M12 17v.1M12 3l9 17H3z',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  speech: 'M4 5h16v11H10l-5 4v-4H4z',
  book: 'M5 4h14v16H5zM9 8h6M9 12h6',
  scale: 'M12 4v16M6 8h12M6 8l-3 6h6zM18 8l-3 6h6zM9 20h6',
  lot: 'M5 4h14v16H5zM10 16V8h3a2.5 2.5 0 010 5h-3',
  shop: 'M4 9l1.5-5h13L20 9M4 9a2.7 2.7 0 005.3 0 2.7 2.7 0 005.4 0A2.7 2.7 0 0020 9M5.5 12v8h13v-8M10 20v-5h4v5',
  gate: 'M5 5h5v14H5zM10 9h10M18 9v4',
  people:
    'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 010 6M17 14c2 .6 4 2.5 4 6',
  gear: 'M12 9a3 3 0 100 6 3 3 0 000-6zM12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M18 6l-2 2M8 16l-2 2',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3 2',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const satisfies Readonly<Record<string, string>>

export type AreaIconName = keyof typeof areaIcons

/** Apart from the kit's Icon, which customers load: a shared part would put 0.1 KB into their first load. */
export function AreaIcon({ name }: { name: AreaIconName }) {
  return (
    <svg
      width="1.125em"
      height="1.125em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={areaIcons[name]} />
    </svg>
  )
}
