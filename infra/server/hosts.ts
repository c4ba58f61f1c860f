/** Returns the hosts of an engine's URL for messages, without the password that it may hold. */
export const hostsOf = (address: string): string =>
  /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address)?.[1] ?? address;
