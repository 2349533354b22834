import type { ComponentProps, ReactNode } from 'react'
import { ButtonFace, buttonClass, type ButtonLook } from '../Button.tsx'
import type { IconName } from '../Icon.tsx'
import { hrefOf, type RouteName, type RouteParts } from './routes.ts'

type Props<N extends RouteName> = Omit<ComponentProps<'a'>, 'href' | 'className'> &
  RouteParts<N> & { to: N; look?: ButtonLook; icon?: IconName; children: ReactNode }

export function RouteLink<N extends RouteName>({
  to,
  params,
  query,
  look,
  icon,
  children,
  ...rest
}: Props<N>) {
  const href = hrefOf(to, params, query)
  if (look === undefined) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  }
  return (
    <a {...rest} href={href} className={buttonClass(look)}>
      <ButtonFace icon={icon}>{children}</ButtonFace>
    </a>
  )
}
