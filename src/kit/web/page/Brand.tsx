import { createContext, useContext } from 'react'
import css from './Brand.module.css'

type BrandInfo = { name: string; logoUrl: string | null }

export const BrandContext = createContext<BrandInfo>({ name: 'Guichê', logoUrl: null })

function LogoMark() {
  return (
    <svg
      width="2em"
      height="2em"
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={css.mark}
    >
      <rect width="32" height="32" rx="9" />
      <path d="M9 21v-6.5a7 7 0 0 1 14 0V21z" />
      <path d="M6.5 23.5h19" className={css.sill} />
      <circle cx="16" cy="16.2" r="2.3" className={css.hole} />
    </svg>
  )
}

export function Brand() {
  const { name, logoUrl } = useContext(BrandContext)
  if (logoUrl !== null) return <img className={css.logo} src={logoUrl} alt={name} />
  return (
    <span className={css.brand}>
      <LogoMark />
      <span>{name}</span>
    </span>
  )
}
