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
  return (
    <a {...rest} href={hrefOf(to, params, query)} className={look && buttonClass(look)}>
      {look ? <ButtonFace icon={icon}>{children}</ButtonFace> : children}
    </a>
  )
}
