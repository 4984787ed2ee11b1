export function cardsFromOutside<Gateway extends object>(gateway: Gateway, at?: string): Gateway;
