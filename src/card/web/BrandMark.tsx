import { lookUp } from '#kit/text/lookUp.ts'
import { type BrandDrawing, brandMarks } from './brandMarks.ts'

/** Beside the brand's name, which says it. Nothing for a brand that is not drawn. */
export function BrandMark({ brand }: { brand: string }) {
  const mark = lookUp<BrandDrawing>(brandMarks, brand)
  if (!mark) return null
  return (
    <svg viewBox="0 0 36 24" width="2.25em" height="1.5em" aria-hidden="true">
      <rect x="0.5" y="0.5" width="35" height="23" rx="4" fill={mark.plate} stroke="#8d96a8" />
      {mark.shapes.map((shape) => (
        <path key={shape.d} strokeWidth="1.8" fill="none" {...shape} />
      ))}
    </svg>
  )
}
