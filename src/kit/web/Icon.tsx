import { useSyncExternalStore } from 'react'

export const iconPaths = {
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 7.5v5.5M12 16.4v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  info: 'M12 11v5.5M12 7.6v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  warning:
    'M12 9.5V14M12 17.2v.1M10.3 4.3L2.8 17.6a2 2 0 0 0 1.7 2.9h15a2 2 0 0 0 1.7-2.9L13.7 4.3a2 2 0 0 0-3.4 0z',
  ticket:
    'M4 6h16a1 1 0 0 1 1 1v2.7a2.3 2.3 0 0 0 0 4.6V17a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2.7a2.3 2.3 0 0 0 0-4.6V7a1 1 0 0 1 1-1zM14.5 6v2.2M14.5 10.9v2.2M14.5 15.8V18',
  card: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3 10h18M6.5 14.8h4',
  pix: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM12.7 7.5l-2.9 4.8h4.4L11.3 17',
  user: 'M16 8.2a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20c.7-3.6 3.7-5.6 7.5-5.6s6.8 2 7.5 5.6',
  spaces:
    'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM9.7 16.5v-9h3.1a2.8 2.8 0 0 1 0 5.6H9.7',
  reserve: 'M12 21s6.5-5.6 6.5-11a6.5 6.5 0 1 0-13 0c0 5.4 6.5 11 6.5 11zM9.2 10.2l2 2 3.6-3.7',
  clock: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7.5V12l3.2 2',
  mail: 'M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3.5 7l8.5 6.2L20.5 7',
  phone:
    'M8.6 4l1.7 4.2-2 1.7a12 12 0 0 0 5.8 5.8l1.7-2L20 15.4V18a2 2 0 0 1-2.2 2A15.6 15.6 0 0 1 4 6.2 2 2 0 0 1 6 4z',
  chat: 'M12 4c5 0 9 3.3 9 7.5S17 19 12 19c-1 0-2-.1-2.9-.4L4 20.5l1.6-3.9C4 15.2 3 13.4 3 11.5 3 7.3 7 4 12 4z',
  lock: 'M6.5 10.5h11a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  shield: 'M12 3.5l7 2.6v5.4c0 4.3-2.9 7.5-7 9-4.1-1.5-7-4.7-7-9V6.1zM9 12l2.2 2.2L15.2 10',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7',
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM15.8 15.8L20 20',
  offline: 'M3.5 4.5l17 16M8.5 15.8a5 5 0 0 1 7 0M4 11.5a11.5 11.5 0 0 1 16 0M12 19.2v.1',
  scan: 'M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16M8 8.5v7M10.7 8.5v7M13.3 8.5v7M16 8.5v7',
  car: 'M4 16.5v-4l1.8-5A1.5 1.5 0 0 1 7.2 6.5h9.6a1.5 1.5 0 0 1 1.4 1l1.8 5v4zM4 12.5h16M6 16.5v2M18 16.5v2M7.3 14.5h.1M16.7 14.5h.1',
  receipt: 'M6 3.5h12v17l-2.4-1.6-2.4 1.6-2.4-1.6-2.4 1.6L6 19zM9.3 8.5h5.4M9.3 12.5h5.4',
  exit: 'M10 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H10M15 8l4 4-4 4M19 12H10',
  share: 'M12 14.5V4M8 7.5L12 3.5l4 4M7 11H5.5v9h13v-9H17',
} satisfies Record<string, string>

export type IconName = keyof typeof iconPaths

const subscribeToNothing = () => () => undefined

/** `size` in px scales with the text. The prerendered HTML only reserves its space. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  const drawing = useSyncExternalStore(
    subscribeToNothing,
    () => iconPaths[name],
    () => undefined,
  )
  const side = `${size / 16}em`
  return (
    <svg
      width={side}
      height={side}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawing !== undefined && <path d={drawing} />}
    </svg>
  )
}
