/// <reference types="vite/client" />

declare module 'virtual:cut-fonts.css';
