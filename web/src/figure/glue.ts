// The glue of the full core for a page that stands alone: read before the engine, by files that only this core opens.

import factory from 'vitrine:glue';

globalThis.vitrineGlue = factory;
