import type { CardBrand } from '#acquirer/brands.ts'

/** A path of a drawing of 36 by 24, filled or as a line. */
type Shape = { readonly d: string; readonly fill: string } | { readonly d: string; readonly stroke: string }

export type BrandDrawing = { readonly plate: string; readonly shapes: readonly Shape[] }

const white = '#ffffff'

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const bar = (x: number) => `M${x + 2.5} 5h2.9v11.5a2.5 2.5 0 0 1-2.5 2.5h-2.9v-11.5a2.5 2.5 0 0 1 2.5-2.5z`

/** Drawn without text, so that what a screen says stays what its words say. */
export const brandMarks = {
  Visa: {
    plate: white,
    shapes: [
      {
        d: 'M6.5 8.5 8.8 15.5 13.3 8.5M16.4 8.5 14.9 15.5M22.8 9.3C21.6 8.3 18.9 8.4 18.8 10.2 18.7 12 21.9 11.8 21.7 13.8 21.5 15.8 18.6 15.8 17.4 14.7M23.6 15.5 28 8.5 29.8 15.5M25.4 13.3H29',
        stroke: '#1434cb',
      },
    ],
  },
  Master: {
    plate: white,
    shapes: [
      { d: circle(14.2, 12, 6.5), fill: '#eb001b' },
      { d: circle(21.8, 12, 6.5), fill: '#f79e1b' },
      { d: 'M18 6.73A6.5 6.5 0 0 1 18 17.27 6.5 6.5 0 0 1 18 6.73z', fill: '#ff5f00' },
    ],
  },
  Amex: {
    plate: '#006fcf',
    shapes: [
      {
        d: 'M5 15.5 7.8 8.5 10.6 15.5M6 13.4H9.6M13 15.5V8.5L15.8 12.8 18.6 8.5V15.5M25 8.5H21.3V15.5H25M21.3 12H24.5M27 8.5 31.4 15.5M31.4 8.5 27 15.5',
        stroke: white,
      },
    ],
  },
  Elo: {
    plate: '#0b0b0b',
    shapes: [
      { d: 'M12.09 10.96A6 6 0 0 1 20.05 6.36L19.03 9.18A3 3 0 0 0 15.05 11.48z', fill: '#ffcb05' },
      { d: 'M21.86 7.4A6 6 0 0 1 21.86 16.6L19.93 14.3A3 3 0 0 0 19.93 9.7z', fill: '#00a4e0' },
      { d: 'M20.05 17.64A6 6 0 0 1 12.09 13.04L15.05 12.52A3 3 0 0 0 19.03 14.82z', fill: '#ef4123' },
    ],
  },
  Aura: {
    plate: '#1d2b7b',
    shapes: [
      { d: 'M14 16A4 4 0 0 1 22 16z', fill: '#ffd400' },
      { d: 'M10.5 16A7.5 7.5 0 0 1 25.5 16', stroke: '#ffd400' },
    ],
  },
  JCB: {
    plate: white,
    shapes: [
      { d: bar(9), fill: '#0e4c96' },
      { d: bar(15.3), fill: '#bd0f2e' },
      { d: bar(21.6), fill: '#2c8f3c' },
    ],
  },
  Diners: {
    plate: white,
    shapes: [
      { d: circle(18, 12, 8), fill: '#0079be' },
      { d: circle(18, 12, 6.2), fill: white },
      { d: 'M15.6 7.84A4.8 4.8 0 0 0 15.6 16.16z', fill: '#0079be' },
      { d: 'M20.4 7.84A4.8 4.8 0 0 1 20.4 16.16z', fill: '#0079be' },
    ],
  },
  Discover: {
    plate: white,
    shapes: [
      { d: 'M13 23.5C24 21.8 31 18 35.5 12.5V19.5A4 4 0 0 1 31.5 23.5z', fill: '#f58220' },
      { d: circle(18, 10, 3.6), fill: '#f58220' },
      { d: 'M6 10H11.5M24.5 10H30', stroke: '#1f1f1f' },
    ],
  },
} as const satisfies Readonly<Record<CardBrand, BrandDrawing>>
